/** What an edit made of a file, or of a part of it. */
export interface FileEdit {
  /** As the tool names it. */
  readonly file: string;
  /** The text that was there; undefined when that is not known. */
  readonly before: string | undefined;
  readonly after: string;
  /** `after` is all of the file. */
  readonly whole: boolean;
}

/** How often a text is found in another. */
export type CountIn = (text: string, file: string) => number;

/** Whether an edit adds something; undefined when it is there and what was there before is not known. */
export function adds({ file, before, after }: FileEdit, count: CountIn): boolean | undefined {
  const now = count(after, file);
  if (now === 0) return false;
  return before === undefined ? undefined : now > count(before, file);
}

/** Counts a literal as code means it: whole names, and `name()` with any arguments. */
export function literalCount(literal: string): CountIn {
  const special = specialWords.get(literal);
  const pattern = special?.pattern ?? literalPattern(literal);
  // What is searched in whole words only: a text that lacks the first of them need not be read any further.
  const [first = ""] = literal.replace(/\(\)$/, "").split(/\s/);
  const inCode = /^[\w$]/.test(literal) && !/[-#@]|\/\//.test(literal);
  return (text, file) => {
    if (special !== undefined && !special.files.test(file)) return 0;
    if (!text.includes(first)) return 0;
    return (inCode ? withoutComments(text, file) : text).match(pattern)?.length ?? 0;
  };
}

/** Plain words that name a part of a language. */
const specialWords: ReadonlyMap<string, { readonly pattern: RegExp; readonly files: RegExp }> = new Map([
  [
    "any",
    { pattern: /(?:[:<|&,(]|\bas|=>)\s{0,3}any\b(?!\s*[\w"'(])/g, files: /\.(?:[cm]?ts|tsx|vue|svelte)$/ },
  ],
  ["var", { pattern: /(?<![\w$.])var\s+[\w${[]/g, files: /\.(?:[cm]?[jt]sx?|vue|svelte)$/ }],
  ["eval", { pattern: /(?<![\w$.])eval\s{0,3}\(/g, files: /./ }],
]);

/** Functions of the language itself: what has the same name behind a dot is another one. */
const globalFunctions = /^(?:eval|exec|print|alert|input|require)\(\)$/;

function literalPattern(literal: string): RegExp {
  const call = literal.endsWith("()");
  const name = call ? literal.slice(0, -2) : literal;
  const start = /^[\w$]/.test(name) ? (globalFunctions.test(literal) ? "(?<![\\w$.])" : "(?<![\\w$])") : "";
  const end = call ? "\\s{0,3}\\(" : /[\w$]$/.test(name) ? "(?![\\w$])" : "";
  const inside = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s{1,3}");
  return new RegExp(`${start}${inside}${end}`, "g");
}

const hashComments =
  /\.(?:py|rb|sh|bash|zsh|ya?ml|toml|r|pl|ex|exs|nix|tf|jl)$|(?:^|\/)(?:Makefile|Dockerfile)[^/]*$/;

/** Comments are not code. A mark within a string may take more: what is not found there is not claimed. */
function withoutComments(text: string, file: string): string {
  if (hashComments.test(file)) return text.replace(/(^|\s)#[^\n]*/g, "$1");
  return text
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ")
    .replace(/^\s*\*[^\n]*/gm, "")
    .replace(/(^|[^:])\/\/[^\n]*/gm, "$1")
    .replace(/<!--[\s\S]*?(?:-->|$)/g, " ");
}
