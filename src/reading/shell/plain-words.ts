import { readLiteral } from "./quoted-text.js";

/**
 * What a shell would act upon. A text that holds one of them outside of quotes means something that it does
 * not get without a shell.
 */
const shellOnly = new Set("|&;<>()$`\\*?[]{}~#!\"'");

/** A problem in a text, and the index of the character at fault. */
interface Fault {
  readonly error: string;
  readonly position: number;
}

/**
 * The words of a command that runs without a shell: spaces part them, single or double quotes keep them
 * together. Nothing is expanded and there is no escape: inside quotes everything but the closing quote is
 * itself.
 */
export function plainWords(text: string): { readonly words: readonly string[] } | Fault {
  const reading = { text, at: 0 };
  const words: string[] = [];
  while (reading.at < text.length) {
    if (text[reading.at] === " ") {
      reading.at += 1;
      continue;
    }
    const read = readWord(reading);
    if ("error" in read) return read;
    words.push(read.word);
  }
  return words.length === 0 ? { error: "needs a command", position: 0 } : { words };
}

function readWord(reading: { readonly text: string; at: number }): { readonly word: string } | Fault {
  let word = "";
  for (let char = charAt(reading); char !== "" && char !== " "; char = charAt(reading)) {
    const position = reading.at;
    if (char === '"' || char === "'") {
      const quoted = readLiteral(reading);
      if (quoted === undefined) return { error: "has a quote that is not closed", position };
      word += quoted;
    } else if (shellOnly.has(char)) {
      return { error: `holds ${char} outside of quotes, and there is no shell to read it`, position };
    } else {
      word += char;
      reading.at += 1;
    }
  }
  return { word };
}

function charAt({ text, at }: { readonly text: string; readonly at: number }): string {
  return text.charAt(at);
}
