import { isOption, splitOption } from "../../../reading/shell/words.js";
import { programName } from "../../../reading/shell/wrappers.js";
import type { ReadRun } from "../rules/forbidden/read-call.js";

/** What a command line says of a commit or of a pull request. */
export interface Message {
  readonly subject: string;
  readonly body: string;
}

/** The message that a commit or a pull request is made with; undefined where the command line does not hold it. */
export function messageOf({ words }: Pick<ReadRun, "words">): Message | undefined {
  const program = programName(words[0] ?? "");
  const operands = words.slice(1).filter((word) => !isOption(word));
  if (program === "git" && operands[0] === "commit") return whole(valuesOf(words, "m", "--message"));
  if (program !== "gh" || operands[0] !== "pr" || operands[1] !== "create") return undefined;
  return whole([...valuesOf(words, "t", "--title"), ...valuesOf(words, "b", "--body")]);
}

function whole(parts: readonly string[]): Message | undefined {
  const text = parts.join("\n\n");
  if (text.trim() === "" || text.includes("$()") || text.startsWith("$")) return undefined;
  const [subject = "", ...body] = text.trimStart().split("\n");
  return { subject: subject.trim(), body: body.join("\n").trim() };
}

/** The values of an option that may stand several times, with its letter among others: `-am TEXT`. */
function valuesOf(words: readonly string[], letter: string, name: string): readonly string[] {
  return words.flatMap((word, at) => {
    const [option, value] = splitOption(word);
    if (option === name) return [value ?? words[at + 1] ?? ""];
    if (!word.startsWith("-") || word.startsWith("--")) return [];
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
