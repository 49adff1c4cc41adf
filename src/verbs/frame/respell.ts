import { WhetstoneError } from "../../base/errors.js";

/** Fields whose name could be any word are replaced only where they are quoted. */
const spelledLikeACode = /[a-z][A-Z]/;

/** How a caller spells a field; undefined for one that the surface does not offer. */
export type Spelling = Readonly<Record<string, string | undefined>>;

/** The same error in the caller's own names: the option on the command line, the argument of a tool. */
export function respelled(error: WhetstoneError, spelling: Spelling): WhetstoneError {
  const { code, field, next, values } = error;
  const names = Object.entries(spelling).filter((each): each is [string, string] => each[1] !== undefined);
  const inText = (text: string) => names.reduce((done, [name, word]) => replaced(done, name, word), text);
  return new WhetstoneError(code, inText(error.message), {
    ...(field === undefined ? {} : { field: fieldIn(field, spelling) }),
    ...(next === undefined ? {} : { next: inText(next) }),
    values: typeof values.reason === "string" ? { ...values, reason: inText(values.reason) } : values,
    cause: error,
  });
}

function replaced(text: string, name: string, word: string): string {
  const quoted = text.replaceAll(new RegExp(`'${name}([.'])`, "g"), (_, end: string) => `'${word}${end}`);
  return spelledLikeACode.test(name) ? quoted.replaceAll(new RegExp(`\\b${name}\\b`, "g"), word) : quoted;
}

function fieldIn(field: string, spelling: Spelling): string {
  const [first = "", ...rest] = field.split(".");
  return [spelling[first] ?? first, ...rest].join(".");
}
