"""Checks the dice of a finished game, by Python alone: python3 check-dice.py record.json

Compare the fingerprint that it prints with the one that the table showed you before the game.
"""

import hashlib
import json
import sys
from pathlib import Path

record = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))

seed = bytes.fromhex(record["seed"])
print("fingerprint of the seed:", hashlib.sha256(seed).hexdigest())
if hashlib.sha256(seed).hexdigest() != record["commitment"]:
    sys.exit("This is not the seed whose fingerprint the table showed.")

key = hashlib.blake2b(record["words"].encode(), key=seed, digest_size=32).digest()
number = 0
for move, action in enumerate(record["actions"]):
    for sides, result in action["draws"]:
        digest = hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=64).digest()
        if int.from_bytes(digest, "big") % sides != result:
            sys.exit(f"Draw {number + 1}, in move {move}, should be {int.from_bytes(digest, 'big') % sides}.")
        number += 1
print(f"All {number} draws follow from the seed and the players' words.")
