const words: Readonly<Record<string, string>> = {
  missing_predicate: "it has no check",
  missing_scope: "it does not say whom it is for",
  contradiction: "another rule says the opposite",
  citation_gone: "a file that it mentions is gone",
};

/** What keeps a rule from being in force, in plain words. */
export function missingWords(missing: readonly string[]): string {
  return missing.map((each) => words[each] ?? each.replaceAll("_", " ")).join(", ");
}
