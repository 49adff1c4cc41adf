export interface JsonFault {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

type Expected =
  | "a value"
  | "a value or ]"
  | "a name"
  | "a name or }"
  | "a colon"
  | "a comma or }"
  | "a comma or ]"
  | "the end";

const blank = /[ \t\r\n]*/y;
const mark = /[{}[\],:]/u;
const quoted = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/u;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/u;
const word = /(?:true|false|null)(?!\w)/u;
const token = new RegExp([mark, quoted, number, word].map(({ source }) => source).join("|"), "uy");

/** The first place where the text stops being JSON. Node's own message has no position for many mistakes. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: string[] = [];
  let expected: Expected = "a value";
  let at = skip(blank, text, 0);
  while (at < text.length) {
    const end = skip(token, text, at);
    const next: Expected | undefined = end > at ? follow(expected, text.slice(at, end), open) : undefined;
    if (next === undefined) return { ...position(text, at), reason: faultReason(text, at, expected) };
    expected = next;
    at = skip(blank, text, end);
  }
  return expected === "the end"
    ? undefined
    : { ...position(text, at), reason: `the text ends where ${expected} is due` };
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/**
 * What may come after this token; undefined when it may not stand here. `open` is the stack of open brackets.
 */
function follow(expected: Expected, found: string, open: string[]): Expected | undefined {
  if ((found === "}" || found === "]") && expected.endsWith(found)) {
    open.pop();
    return afterValue(open);
  }
  if (expected === "a colon") return found === ":" ? "a value" : undefined;
  if (expected.startsWith("a comma"))
    return found === "," ? (open.at(-1) === "{" ? "a name" : "a value") : undefined;
  if (expected.startsWith("a name")) return found.startsWith('"') ? "a colon" : undefined;
  if (expected === "the end" || "}],:".includes(found)) return undefined;
  if (found !== "{" && found !== "[") return afterValue(open);
  open.push(found);
  return found === "{" ? "a name or }" : "a value or ]";
}

function afterValue(open: readonly string[]): Expected {
  if (open.length === 0) return "the end";
  return open.at(-1) === "{" ? "a comma or }" : "a comma or ]";
}

function faultReason(text: string, at: number, expected: Expected): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === "/") return "JSON has no comments";
  if (character === "'") return "JSON texts stand in double quotes";
  if (character === '"' && skip(token, text, at) === at)
    return "this text has no closing quote, a line break or a wrong escape";
  if ((character === "}" || character === "]") && (expected === "a name" || expected === "a value")) {
    return `${expected} is due before ${character}; is the comma or colon before it one too many?`;
  }
  return `${expected} is due, not ${JSON.stringify(character)}`;
}

function position(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
