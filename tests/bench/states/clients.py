"""Clients of sets for the evaluation of the searches over states: random ones, and the results that they may have.

A client is a text as client.h describes it: "a1r2/c0/a2".
"""
import functools
import math

THREADS = 3
PATH = "clients.tsv"

RIGHT = ["coarse_list", "fine_list", "optimistic_list", "queue_bag", "cas_tree", "lock_tree", "locked_map",
         "striped_map", "absent_map"]
BUGGY = ["coarse_list", "optimistic_list"]
BUGGY_CALLS = ["none", "one", "half", "all"]

# The fewest and the most calls of a client, such that most searches take between some tenths of a second and a minute.
FEWEST_CALLS, MOST_CALLS = 9, 15
CALLS = {"cas_tree": (4, 6), "queue_bag": (6, 10), "optimistic_list": (7, 11), "absent_map": (8, 12),
         "lock_tree": (8, 13)}
BUGGY_SIZES = {"coarse_list": (6, 12), "optimistic_list": (5, 8)}


def random_client(random, calls, most, keys, mutators_only):
    """Violat's rule: a number of calls for each thread near calls / THREADS; changes are three times as likely as
    other calls; keys are uniform."""
    letters = "ar" if mutators_only else "aaarrrc"
    threads = []
    for _ in range(THREADS):
        count = min(max(round(random.gauss(calls / THREADS, 1)), 1), most)
        threads.append([random.choice(letters) + str(random.randrange(keys)) for _ in range(count)])
    return threads


def text_of(threads):
    return "/".join("".join(calls) for calls in threads)


def right_clients(random, count):
    """Clients of right structures, as (structure, client): with few keys, which threads contend for, and with many."""
    for number in range(count):
        structure = RIGHT[number % len(RIGHT)]
        keys = (2, 3, 6)[number // len(RIGHT) % 3]
        fewest, most = CALLS.get(structure, (FEWEST_CALLS, MOST_CALLS))
        client = []
        while not fewest <= sum(map(len, client)) <= most:
            client = random_client(random, random.randint(fewest, most), 5, keys, True)
        yield structure, text_of(client)


def buggy_candidates(random, structure, buggy_calls):
    """An endless sequence of clients with bugs in none, one, half or all of their changes."""
    fewest, most = BUGGY_SIZES[structure]
    while True:
        calls = random.randint(fewest, most)
        client = random_client(random, calls, 4, math.ceil(math.log(calls)), False)
        changes = [(thread, place) for thread, calls in enumerate(client) for place, call in enumerate(calls)
                   if call[0] != "c"]
        if sum(map(len, client)) > most or len(changes) < 2:
            continue
        count = {"none": 0, "one": 1, "half": len(changes) // 2, "all": len(changes)}[buggy_calls]
        for thread, place in random.sample(changes, count):
            client[thread][place] = client[thread][place].upper()
        yield text_of(client)


def outcomes(structure, client):
    """The results of all orders of whole calls: texts of 0 and 1, sorted."""
    threads = [[(text[i].lower(), text[i + 1]) for i in range(0, len(text), 2)] for text in client.split("/")]
    is_bag = structure == "queue_bag"

    def after(content, operation, key):
        """The result of a call and what the set contains then, as a sorted tuple."""
        if operation == "a" and (is_bag or key not in content):
            return "1", tuple(sorted(content + (key,)))
        if operation == "r" and key in content:
            place = content.index(key)
            return "1", content[:place] + content[place + 1:]
        return ("1" if operation == "c" and key in content else "0"), content

    @functools.lru_cache(maxsize=None)
    def rest(places, content):
        """For the calls from these places on: the results of each thread."""
        found = set()
        for thread, place in enumerate(places):
            if place == len(threads[thread]):
                continue
            result, then = after(content, *threads[thread][place])
            for tail in rest(places[:thread] + (place + 1,) + places[thread + 1:], then):
                found.add(tail[:thread] + (result + tail[thread],) + tail[thread + 1:])
        return frozenset(found) or frozenset([("",) * len(threads)])

    return sorted("".join(results) for results in rest((0,) * len(threads), ()))
