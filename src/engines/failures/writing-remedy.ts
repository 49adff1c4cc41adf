import { programWithVerbs } from "./blame.js";
import { commandSteps, commandWords, plainCommand, programsOf, sharedPart } from "./command-text.js";
import type { FailedCall } from "./remedy.js";

const quoteAdvice = "put the word with `?` or `*` in quotes";
const markAdvice = "the tool's shell turns `!` into `\\!`: write the condition without `!`";
const lineAdvice =
  "give the steps as single calls on one line each: a line that ends in `\\` breaks in this shell";
const valueAdvice =
  "write the value out, or set it in a call of its own: `A=… && … $A | …` breaks in this shell";

/** How a command has to be written so that the shell of the tool takes it as it was meant. */
export function writtenAdvice(
  failed: FailedCall,
  before: string,
  after: string,
  input: string,
): string | undefined {
  if (isQuoted(failed, before, after)) return quoteAdvice;
  if (failed.kind !== "host") return undefined;
  if (failed.program !== "shell") return isWithoutMark(failed, before, after) ? markAdvice : undefined;
  if (isSingleStep(failed.input, before, input)) return lineAdvice;
  return isValueWritten(failed.input, before, after) ? valueAdvice : undefined;
}

/** A shell took a mark in a word for a pattern, and the same works with the word in quotes. */
function isQuoted({ cause, named }: FailedCall, before: string, after: string): boolean {
  if (!/no matches found|bad pattern/.test(cause)) return false;
  const without = (command: string) => command.replace(/["'\\]/g, "");
  if (without(before) === without(after)) return true;
  return named.length >= 3 && [`"${named}`, `'${named}`].some((start) => after.includes(start));
}

/** Enough of the words that it is for the same purpose. */
const mostly = 0.5;

function isWithoutMark({ input, program }: FailedCall, before: string, after: string): boolean {
  if (!input.includes("!") || after.includes("!")) return false;
  const same = programsOf(after).some((each) => programWithVerbs(each) === program);
  return same && sharedPart(commandWords(before), commandWords(after)) >= mostly;
}

/** A command over several lines, of which a step works on one line. */
function isSingleStep(failedInput: string, before: string, input: string): boolean {
  if (!/\\\n/.test(failedInput) || /\n/.test(input.trim())) return false;
  const [first = ""] = commandSteps(plainCommand(input));
  return first.length >= 8 && before.includes(first);
}

const setting = /(?:^|[\s;&])([A-Za-z_]\w*)=\S.*?(?:&&|;).*\$\{?\1\b/s;

function isValueWritten(failedInput: string, before: string, after: string): boolean {
  const name = setting.exec(failedInput)?.[1];
  if (name === undefined || after.includes(`$${name}`) || after.includes(`\${${name}}`)) return false;
  const shared = sharedPart(
    commandWords(before).filter((word) => !word.includes("$")),
    commandWords(after),
  );
  return shared >= mostly;
}
