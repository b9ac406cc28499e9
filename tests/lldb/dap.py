#!/usr/bin/env python3
"""A conversation with lldb-dap, as an editor holds it: a witness is loaded by the launch configuration that the plugin's
README gives, then stepped forwards and backwards.

    dap.py LLDB_DAP PLUGIN REVISIT SOURCE
"""
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading

LLDB_DAP, PLUGIN, REVISIT, SOURCE = sys.argv[1:]
TIMEOUT = 60


class Conversation:
    def __init__(self):
        self.adapter = subprocess.Popen([LLDB_DAP], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.sequence = 0
        self.events, self.responses = queue.Queue(), queue.Queue()
        self.output = ""
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        stream = self.adapter.stdout
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length == 0:
                return
            message = json.loads(stream.read(length))
            if message["type"] == "response":
                self.responses.put(message)
            elif message["event"] == "output":
                self.output += message["body"].get("output", "")
            else:
                self.events.put(message)

    def send(self, command, **arguments):
        self.sequence += 1
        message = json.dumps({"seq": self.sequence, "type": "request", "command": command, "arguments": arguments})
        self.adapter.stdin.write(f"Content-Length: {len(message)}\r\n\r\n{message}".encode())
        self.adapter.stdin.flush()

    def ask(self, command, **arguments):
        self.send(command, **arguments)
        return self.answer(command)

    def answer(self, command):
        while True:
            response = self.responses.get(timeout=TIMEOUT)
            if response["command"] == command:
                assert response["success"], f"{command}: {response}\n{self.output}"
                return response.get("body", {})

    def event(self, name):
        while True:
            event = self.events.get(timeout=TIMEOUT)
            assert event["event"] not in ("exited", "terminated") or name == event["event"], \
                f"{event} instead of {name}\n{self.output}"
            if event["event"] == name:
                return event.get("body", {})

    def type(self, text, frame):
        """What a person types into the debug console while this frame is in view."""
        return self.ask("evaluate", expression="`" + text, context="repl", frameId=frame["id"])["result"]

    def top(self, thread):
        """The innermost frame with a source of ours."""
        for frame in self.ask("stackTrace", threadId=thread, startFrame=0, levels=30)["stackFrames"]:
            if os.path.basename(frame.get("source", {}).get("path", "")) == os.path.basename(SOURCE):
                return frame
        raise AssertionError(f"no frame of {SOURCE}")

    def locals(self, frame):
        scopes = self.ask("scopes", frameId=frame["id"])["scopes"]
        reference = next(scope for scope in scopes if scope["name"] == "Locals")["variablesReference"]
        return {v["name"]: v["value"] for v in self.ask("variables", variablesReference=reference)["variables"]}


def line_of(text):
    with open(SOURCE) as file:
        return next(number for number, line in enumerate(file, 1) if text in line)


def make_witness(folder):
    subprocess.run([REVISIT, "check", "--no-progress", "--witness", folder, SOURCE], stdout=subprocess.DEVNULL)
    return os.path.join(folder, next(name for name in os.listdir(folder) if name.endswith(".revisit")))


def main():
    with tempfile.TemporaryDirectory() as folder:
        witness = make_witness(folder)
        editor = Conversation()
        assert editor.ask("initialize", adapterID="lldb", linesStartAt1=True, columnsStartAt1=True, pathFormat="path")
        editor.send("launch", initCommands=[f"plugin load {PLUGIN}"],
                    launchCommands=[f"revisit load {witness}", "revisit goto start"], stopOnEntry=True)
        editor.event("initialized")
        write = line_of("atomic_store")
        placed = editor.ask("setBreakpoints", source={"path": SOURCE}, breakpoints=[{"line": write}])["breakpoints"]
        assert [b["verified"] for b in placed] == [True], placed
        editor.send("configurationDone")
        editor.answer("configurationDone")
        stop = editor.event("stopped")
        assert editor.top(stop["threadId"])["name"] == "main"

        # The user's own breakpoint, in the thread that comes first.
        editor.ask("continue", threadId=stop["threadId"])
        stop = editor.event("stopped")
        first = stop["threadId"]
        assert editor.top(first)["line"] == write
        assert editor.locals(editor.top(first))["before"] == "0"
        names = [thread["name"] for thread in editor.ask("threads")["threads"]]
        assert any("T1 pay" in name for name in names) and any("T2 pay" in name for name in names), names

        # An event forwards from the console: the editor learns of it.
        report = editor.type("revisit step", editor.top(first))
        assert "[revisit 4/12" in report, report
        stop = editor.event("stopped")
        report = editor.type("revisit back", editor.top(stop["threadId"]))
        assert "[revisit 3/12" in report, report
        stop = editor.event("stopped")
        assert editor.top(stop["threadId"])["line"] == line_of("atomic_load(&balance);")

        # A source line by the editor's own button.
        editor.ask("next", threadId=stop["threadId"])
        stop = editor.event("stopped")
        assert editor.top(stop["threadId"])["line"] in (write, line_of("atomic_load(&balance);"))

        # To the bug.
        report = editor.type("revisit goto bug", editor.top(stop["threadId"]))
        assert "balance) == 30" in report, report
        stop = editor.event("stopped")
        assert editor.top(stop["threadId"])["line"] == line_of("assert(")
        why = editor.type("revisit why", editor.top(stop["threadId"]))
        assert "balance" in why, why
        editor.ask("disconnect", terminateDebuggee=True)
        editor.adapter.wait(timeout=TIMEOUT)
    print("the conversation went as an editor expects")


main()
