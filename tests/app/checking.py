"""Counts what does not hold; for the tests beside this file."""
import sys

failures = 0


def check(holds, what):
    global failures
    if not holds:
        failures += 1
        print(f"FAIL {what}")


def finish():
    """Ends the test: exit status 1 when something did not hold."""
    print("FAILED" if failures else "passed")
    sys.exit(1 if failures else 0)
