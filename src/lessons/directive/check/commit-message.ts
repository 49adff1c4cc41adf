import { isOption, splitOption } from "../../../reading/shell/words.js";
import { programName } from "../../../reading/shell/wrappers.js";
import type { ReadRun } from "../rules/forbidden/read-call.js";

/** What a command line says of a commit or of a pull request. */
export interface Message {
  readonly subject: string;
  readonly body: string;
}

/**
 * The message that a commit or a pull request is made with; undefined where the command line gives none, and
 * "unseen" where it stands elsewhere, in a file or a variable.
 */
export function messageOf({
  words,
  input,
}: Pick<ReadRun, "words" | "input">): Message | "unseen" | undefined {
  const program = programName(words[0] ?? "");
  const [first, second] = operandsOf(words);
  if (program === "git" && first === "commit") {
    const files = valuesOf(words, "F", "--file");
    if (files.some((file) => file !== "-") || (files.length > 0 && input === undefined)) return "unseen";
    const said = [...valuesOf(words, "m", "--message"), ...(files.length > 0 ? [input ?? ""] : [])];
    return said.length === 0 ? undefined : whole([...said, ...valuesOf(words, "", "--trailer")]);
  }
  if (program !== "gh" || first !== "pr" || second !== "create") return undefined;
  return whole([...valuesOf(words, "t", "--title"), ...valuesOf(words, "b", "--body")]);
}

/** Without options, and without the folder or the setting behind `git -C` and `git -c`. */
function operandsOf(words: readonly string[]): readonly string[] {
  return words.slice(1).filter((word, at) => !isOption(word) && !/^-[cC]$/.test(words[at] ?? ""));
}

function whole(parts: readonly string[]): Message | "unseen" | undefined {
  const text = parts.join("\n\n");
  if (text.trim() === "") return undefined;
  if (text.includes("$()") || text.startsWith("$")) return "unseen";
  const [subject = "", ...body] = text.trimStart().split("\n");
  return { subject: subject.trim(), body: body.join("\n").trim() };
}

/** The values of an option that may stand several times, with its letter among others: `-am TEXT`. */
function valuesOf(words: readonly string[], letter: string, name: string): readonly string[] {
  return words.flatMap((word, at) => {
    const [option, value] = splitOption(word);
    if (option === name) return [value ?? words[at + 1] ?? ""];
    if (letter === "" || !word.startsWith("-") || word.startsWith("--")) return [];
    const found = word.indexOf(letter);
    if (found < 1 || /[^A-Za-z]/.test(word.slice(1, found))) return [];
    const attached = word.slice(found + 1);
    return [attached === "" ? (words[at + 1] ?? "") : attached];
  });
}

/** Subjects that git makes itself. */
const gitsOwn = /^(?:Merge|Revert|fixup!|squash!|amend!)/;

export function isConventional({ subject }: Message): boolean {
  return gitsOwn.test(subject) || /^[a-z][a-z-]{1,20}(?:\([^)]{1,80}\))?!?: \S/i.test(subject);
}
