import type { PredicateFault } from "./predicate.js";

/**
 * What a shell would act upon. There is none, so a text that holds one outside of quotes means something it
 * will not get.
 */
const shellOnly = new Set("|&;<>()$`\\*?[]{}~#!\"'");

/**
 * A command line as words: spaces part them, single or double quotes keep them together. Nothing is expanded
 * and there is no escape: inside quotes everything but the closing quote is itself.
 */
export function splitWords(text: string): { readonly words: readonly string[] } | PredicateFault {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === " ") {
      at += 1;
      continue;
    }
    const word = readWord(text, at);
    if ("error" in word) return word;
    words.push(word.word);
    at = word.end;
  }
  return words.length === 0 ? { error: "needs a command", position: 0 } : { words };
}

function readWord(
  text: string,
  start: number,
): { readonly word: string; readonly end: number } | PredicateFault {
  let word = "";
  let at = start;
  while (at < text.length && text[at] !== " ") {
    const character = text[at] ?? "";
    if (character === '"' || character === "'") {
      const end = text.indexOf(character, at + 1);
      if (end === -1) return { error: "has a quote that is not closed", position: at };
      word += text.slice(at + 1, end);
      at = end + 1;
    } else if (shellOnly.has(character)) {
      return {
        error: `holds ${character} outside of quotes, and there is no shell to read it`,
        position: at,
      };
    } else {
      word += character;
      at += 1;
    }
  }
  return { word, end: at };
}
