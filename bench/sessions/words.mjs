/** Words of calls and of what they print, for judging what is said. The product has rules of its own. */

const callChars = 600;
const folderBefore = /^\s*(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;|\n)\s*)+/;
const shortened = /\s*(?:2>&1|2>\s*\/dev\/null|\|\s*(?:head|tail|cat|tee|grep|less|sort|wc)\b[^|&;\n]*)\s*$/;
const message = /(\s(?:-m|--message|--body|--title|-[fF] body=))\s*(?:"(?:[^"\\]|\\.)*"?|'[^']*'?)/g;
const heredoc = /<<-?\s*(['"]?)(\w+)\1[\s\S]*?(?:\n\s*\2\b|$)/g;

/** What a call says: a shell's command, or the values of another tool's input. */
export function callText({ input }) {
  const given = typeof input === "string" && input.startsWith("{") ? parsedOrSame(input) : input;
  if (typeof given === "string") return given;
  return typeof given.command === "string" ? given.command : valuesIn(given).join(" ");
}

function parsedOrSame(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function valuesIn(value) {
  if (typeof value !== "object" || value === null) return value === null ? [] : [String(value)];
  return Object.values(value).flatMap(valuesIn);
}

/** A call without the messages and texts that it holds, and without what only shortens its output. */
function plainCall(text) {
  let plain = text.replace(heredoc, "<<").replace(/\\\n/g, " ").replace(message, "$1");
  for (let next = plain.replace(shortened, ""); next !== plain; next = plain.replace(shortened, ""))
    plain = next;
  return plain.replace(/\s+/g, " ").trim();
}

/** A plain call without the folder it runs in. */
export function coreOf(text) {
  const plain = plainCall(text);
  return plain.replace(folderBefore, "").trim() || plain;
}

const wordsIn = (text) => new Set(text.slice(0, callChars).match(/[\w@./:=-]*\w[\w@./:=-]*/g) ?? []);

export const wordsOf = (text) => wordsIn(coreOf(text));

/** With the folder, for calls that differ in nothing else. */
export const wordsWithFolder = (text) => wordsIn(plainCall(text));

/** `python` and `python3`, `lint` and `lint:fix`, `go` and `/usr/local/go/bin/go` are nearly one word. */
function isNear(one, other) {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 2) return false;
  return long.split("/").at(-1) === short.split("/").at(-1) || (short.length >= 3 && long.startsWith(short));
}

/** How many words of one set the other holds, near ones counted. */
export function shared(one, other) {
  const left = new Set([...other].filter((word) => !one.has(word)));
  let count = other.size - left.size;
  for (const word of [...one].filter((each) => !other.has(each)).sort()) {
    const near = [...left].sort().find((each) => isNear(word, each));
    if (near === undefined) continue;
    count += 1;
    left.delete(near);
  }
  return count;
}

/** Shared words of all words of both. */
export function overlap(one, other) {
  const common = shared(one, other);
  return common / Math.max(1, one.size + other.size - common);
}

/** The words of a printed line without numbers and paths, which differ from one time to the next. */
export function lineWords(line) {
  const plain = line
    .replace(/(?:~|\.{1,2})?\/[^\s:,"'`)]+|\b[\w.-]+(?:\/[\w.@-]+)+/g, " ")
    .replace(/\d+/g, "#");
  return new Set(plain.toLowerCase().match(/[\w#'-]*[a-z][\w#'-]*/g) ?? []);
}
