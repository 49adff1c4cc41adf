import { knownPrograms, wordsOfSentences } from "./program-tables.js";

/** A line without options has few words; more are a sentence. */
const mostWords = 6;

/**
 * Whether the commands that a text reads as are meant as commands: prose begins otherwise, or has words that
 * they lack.
 */
export function looksLikeCommand(text: string, lines: readonly (readonly string[])[]): boolean {
  if (lines.length === 0 || /[^\s./~][.!?:,]$/.test(text) || /[!?]$/.test(text)) return false;
  return lines.every((words) => isCommand(words, lines.length > 1));
}

function isCommand(words: readonly string[], joined: boolean): boolean {
  const [program = "", ...rest] = words.slice(
    words.findIndex((word) => !/^[A-Z_][A-Z0-9_]{0,60}=/.test(word)),
  );
  if (rest.some((word) => wordsOfSentences.has(word.toLowerCase()))) return false;
  const path = isScript(program);
  if (!path && !/^[a-z][a-z0-9._+-]{0,60}$/.test(program)) return false;
  if (rest.length === 0) return joined && (path || knownPrograms.has(program));
  if (rest.some((word) => /^--?[A-Za-z0-9]/.test(word))) return true;
  return (
    (path || knownPrograms.has(program)) &&
    words.length <= mostWords &&
    /^[a-z0-9@.~/$*"][^\s,;]*$/.test(rest[0] ?? "")
  );
}

function isScript(program: string): boolean {
  return (
    /^[\w.~+@/-]+$/.test(program) &&
    (/^(?:~|\.{1,2})?\//.test(program) || /\.(?:sh|bash|zsh|py|rb|pl|js|mjs|cjs|ts|ps1)$/.test(program))
  );
}
