import { endOfQuote, opensQuote } from "./end-of-quote.js";

/**
 * What a command line is made of. Redirections, comments and here-documents are left out, and quoted text is
 * left out of its word.
 */
export type ShellToken = { readonly word: string } | { readonly operator: string };

/**
 * Longer ones are scripts pasted into a command; what decides their exit code is beyond this reading anyway.
 */
const charsRead = 20_000;

const blank = /[ \t\r]+|\\\r?\n/y;
const comment = /#[^\n]*/y;
const redirection = /(?:\d{1,2}|&)?(?:<<<|>>|>\||[<>]&?)[ \t]*/y;
const operator = /&&|\|\||\|&|;;|[|;&()\n]/y;
const escaped = /\\[\s\S]?/y;
const plain = /[^\s'"`$\\#<>|&;()]+|[\s\S]/y;

interface Reading {
  readonly tokens: ShellToken[];
  word: string | undefined;
  /** The next word is the target of a redirection. */
  target: boolean;
}

/** Splits a command as a shell does, as far as it takes to find the programs in it. */
export function shellWords(command: string): readonly ShellToken[] {
  const text = withoutHereDocuments(command.slice(0, charsRead));
  const reading: Reading = { tokens: [], word: undefined, target: false };
  for (let at = 0; at < text.length; ) at += step(reading, text, at);
  endWord(reading);
  return reading.tokens;
}

/** Reads one piece and says how long it is. */
function step(reading: Reading, text: string, at: number): number {
  const gap = lengthAt(blank, text, at);
  if (gap > 0) return endWord(reading) + gap;
  const aside = reading.word === undefined ? lengthAt(comment, text, at) : 0;
  if (aside > 0) return aside;
  const redirected =
    reading.word === undefined || /[<>]/.test(text.charAt(at)) ? lengthAt(redirection, text, at) : 0;
  if (redirected > 0) {
    endWord(reading);
    reading.target = true;
    return redirected;
  }
  const joint = lengthAt(operator, text, at);
  if (joint > 0) {
    endWord(reading);
    reading.target = false;
    reading.tokens.push({ operator: text.slice(at, at + joint) });
    return joint;
  }
  return inWord(reading, text, at);
}

function inWord(reading: Reading, text: string, at: number): number {
  const word = reading.word ?? "";
  if (opensQuote(text, at)) {
    reading.word = word;
    return endOfQuote(text, at) - at;
  }
  const letter = lengthAt(escaped, text, at);
  const length = letter > 0 ? letter : lengthAt(plain, text, at);
  reading.word = word + text.slice(at + (letter > 0 ? 1 : 0), at + length);
  return length;
}

function endWord(reading: Reading): 0 {
  if (reading.word !== undefined) {
    if (!reading.target) reading.tokens.push({ word: reading.word });
    reading.target = false;
    reading.word = undefined;
  }
  return 0;
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

const opener = /<<-?[ \t]?(["']?)([A-Za-z_]\w{0,60})\1/;

/** The text between `<<EOF` and its `EOF` is input of a program, whatever it says. */
function withoutHereDocuments(command: string): string {
  let end: string | undefined;
  const kept: string[] = [];
  for (const line of command.split("\n")) {
    if (end === undefined) {
      kept.push(line);
      end = opener.exec(line)?.[2];
    } else if (line.trim() === end) end = undefined;
  }
  return kept.join("\n");
}
