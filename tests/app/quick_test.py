"""The preset `quick` keeps its word: at least 0.985 on the test digits. Usage: quick_test.py BELFRY_CLI"""
import json
import subprocess
import sys

done = subprocess.run([sys.argv[1], "train", "--preset", "quick", "--no-record", "--json"], stdout=subprocess.PIPE, text=True, check=True)
finished = json.loads(done.stdout.strip().splitlines()[-1])
print(f"test {finished['test']['accuracy']:.4f}, {finished['seconds']:.1f} s of training")
assert finished["state"] == "finished" and finished["test"]["accuracy"] >= 0.985, finished
