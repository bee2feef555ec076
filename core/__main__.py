"""python -m core …: one job a verb, standard input to standard output."""

import argparse
import sys
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m core")
    verbs = parser.add_subparsers(dest="verb", required=True)
    train = verbs.add_parser("train")
    train.add_argument("recipe", type=Path)
    train.add_argument("--pairs", nargs="+", required=True)
    train.add_argument("--valid", type=Path, required=True)
    train.add_argument("--out", type=Path, required=True)
    train.add_argument("--from", dest="start", type=Path)
    train.add_argument("--tokenizer", type=Path)
    args = parser.parse_args()
    from core.training import command

    command.run(
        args.recipe, args.pairs, args.valid, args.out, args.start, args.tokenizer
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
