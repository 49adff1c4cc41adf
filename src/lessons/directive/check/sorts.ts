import { isOption, wordSet } from "../../../reading/shell/words.js";

/** What `@test` and its like stand for. */
export type Sort = "test" | "lint" | "type" | "build" | "format";

/** Parts of a program's name, of a script's or of a sub-command's that say what sort of command it is. */
const names: Readonly<Record<Sort, ReadonlySet<string>>> = {
  test: wordSet(
    "test tests spec specs pytest jest vitest mocha rspec phpunit ctest tox nox playwright cypress e2e",
  ),
  lint: wordSet(
    "lint linter eslint oxlint ruff flake8 pylint clippy vet rubocop biome shellcheck stylelint swiftlint",
  ),
  type: wordSet("typecheck types type tsc mypy pyright tsgo"),
  build: wordSet("build compile tsc javac rustc"),
  format: wordSet("fmt format formatter gofmt prettier black rustfmt"),
};

/** A command that runs all of them. */
const everything = wordSet("check checks verify ci precommit preflight validate");

/** The first words of a command name what it does; later ones are arguments. */
const wordsLookedAt = 4;

/** Whether a command is of a sort. What checks everything counts as each when it is asked for. */
export function isOfSort(words: readonly string[], sort: Sort, asked: boolean): boolean {
  const parts = words
    .slice(0, wordsLookedAt)
    .filter((word) => !isOption(word) && !word.includes("/"))
    .flatMap((word) => word.toLowerCase().split(/[^a-z0-9]+/));
  return parts.some((part) => names[sort].has(part) || (asked && everything.has(part)));
}

/** The sort that a check names: `@test`. */
export function sortNamed(text: string): Sort | undefined {
  const name = text.startsWith("@") ? text.slice(1) : "";
  return name in names ? (name as Sort) : undefined;
}
