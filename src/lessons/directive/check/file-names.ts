import { baseName } from "../../../reading/shell/words.js";

/** A file that people read: what it says of code is no code. */
export function isDocument(file: string): boolean {
  return /\.(?:mdx?|mdc|markdown|rst|adoc|txt)$/i.test(file) || /(?:^|\/)\.cursorrules$/.test(file);
}

export function isTestFile(file: string): boolean {
  return (
    /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|fixtures)\//i.test(file) ||
    /(?:^test_|[._-](?:test|tests|spec|e2e)\.)|_test\.\w+$/i.test(baseName(file))
  );
}

const cases = {
  kebab: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  snake: /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
  camel: /^[a-z][A-Za-z0-9]*$/,
  pascal: /^[A-Z][A-Za-z0-9]*$/,
};

/** Names that a tool or a framework asks for: `README.md`, `Dockerfile`, `[id].tsx`. */
const givenNames = /^(?:[A-Z][A-Z0-9_-]*(?:\.\w+)*|[A-Z][a-z]+file|\[.*\]\.\w+)$/;

/** Whether a file's name, up to its first dot, is written in a case. */
export function fitsCase(file: string, style: keyof typeof cases): boolean {
  const base = baseName(file);
  const [name = ""] = base.replace(/^[._]+/, "").split(".", 1);
  return cases[style].test(name) || (name.length > 1 && givenNames.test(base));
}
