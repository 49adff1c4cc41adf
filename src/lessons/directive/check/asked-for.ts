import { deniesWhatFollows } from "../../../reading/language/negation.js";
import { matchesFile } from "../rules/forbidden/matches-file.js";
import { ownWords } from "../rules/heard/own-words.js";
import type { Matchers } from "./call.js";
import type { Check } from "./check.js";

/**
 * The sentence of a prompt in which a person asks for the very thing that a check forbids: it names the command
 * with all its words, or the file, denies nothing, and is no question about what was done.
 */
export function askedFor(check: Check, prompt: string, matchers: Matchers): string | undefined {
  const asks = asksFor(check, matchers);
  return asks === undefined ? undefined : wishesIn(prompt).find(asks);
}

/** The sentences of a prompt that may ask for something. */
export function wishesIn(prompt: string): readonly string[] {
  return ownWords(prompt)
    .sentences.map(({ text }) => text)
    .filter((text) => !deniesWhatFollows(text) && !isQuestion(text));
}

/** Whether such a sentence asks for what a check forbids. */
export type AsksFor = (wish: string) => boolean;

function isQuestion(sentence: string): boolean {
  return /\?\W*$/.test(sentence) && !/^\W*(?:(?:can|could|will|would) you|please)\b/i.test(sentence);
}

/** Undefined for checks that no words of a person set aside: they say how something is done, not that. */
export function asksFor(check: Check, { glob }: Matchers): AsksFor | undefined {
  if ("newFile" in check) return namesFile(check.newFile.match, glob);
  if (!("never" in check)) return undefined;
  const { never } = check;
  if ("write" in never) return namesFile(never.write, glob);
  return "run" in never ? namesCommand(never.run, never.branch) : undefined;
}

function namesFile(wanted: string, glob: Matchers["glob"]) {
  return (sentence: string) =>
    wordsOf(sentence, /[\s`"'()<>,;]+/)
      .map((word) => word.replace(/[.:!?]+$/, ""))
      .some((word) => /[./]/.test(word) && matchesFile(wanted, word, glob));
}

function namesCommand(command: string, branches: readonly string[] | undefined) {
  const wanted = wordsOf(command, /[\s*-]+/).map((word) => word.toLowerCase());
  const [only = ""] = wanted;
  if (wanted.length === 0 || only.startsWith("@")) return undefined;
  return (sentence: string) => {
    const said = wordsOf(sentence.toLowerCase(), /[^\p{L}\p{N}_.@/]+/u).map((word) =>
      word.replace(/\.+$/, ""),
    );
    if (branches !== undefined && !branches.some((branch) => said.includes(branch.toLowerCase())))
      return false;
    if (wanted.length > 1) return wanted.every((word) => said.includes(word));
    // The name of a program alone may be about anything.
    const at = said.indexOf(only);
    return at > 0 && /^(?:run|use|call|with|through|via)$/.test(said[at - 1] ?? "");
  };
}

function wordsOf(text: string, between: RegExp): readonly string[] {
  return text.split(between).filter((word) => word !== "");
}
