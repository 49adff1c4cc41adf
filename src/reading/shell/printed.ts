import { printfText, unescapePrinted } from "./printf-text.js";
import type { Command, CommandList } from "./reading.js";
import { baseName, isOption } from "./words.js";

/** The output of a program that prints its arguments. Undefined for any other program. */
export function printedBy(command: Command | undefined): string | undefined {
  if (command === undefined) return undefined;
  const [program = "", ...rest] = command.words;
  switch (baseName(program)) {
    case "echo":
      return echoed(rest);
    case "printf":
      return formatted(rest);
    case "cat":
    case "tee":
      return handedOn(command);
    case "which":
      return rest.at(-1);
    case "command":
    case "type":
      return /^-[vpP]$/.test(rest[0] ?? "") ? rest[1] : undefined;
    default:
      return undefined;
  }
}

/** The text of a substitution, if it runs a single program or pipe with known output. */
export function printedByList(list: CommandList): string | undefined {
  const link = list.length === 1 && list[0]?.length === 1 ? list[0][0] : undefined;
  const last = link?.stages.at(-1);
  if (last === undefined || "list" in last) return undefined;
  return printedBy(last)?.replace(/\n+$/, "");
}

/** The text that a command reads: here-documents, here-strings, and what the stage before it prints. */
export function inputOf({ input, before }: Command): string | undefined {
  return input.length > 0 ? input.join("\n") : printedBy(before);
}

function handedOn(command: Command): string | undefined {
  const files = command.words.slice(1).filter((word) => !isOption(word) && word !== "-" && word !== "$()");
  return baseName(command.words[0] ?? "") === "cat" && files.length > 0 ? undefined : inputOf(command);
}

function echoed(words: readonly string[]): string {
  const start = words.findIndex((word) => !/^-[neE]{1,3}$/.test(word));
  return unescapePrinted((start === -1 ? [] : words.slice(start)).join(" "));
}

function formatted(given: readonly string[]): string | undefined {
  return given[0] === "-v" ? undefined : printfText(given);
}
