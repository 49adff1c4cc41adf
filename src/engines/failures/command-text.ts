import { decidingPrograms, type Program } from "../../reading/shell/outcome.js";

/** A command without what only shortens or joins its output. */
export function plainCommand(command: string): string {
  return command
    .replace(/\s*2>(?:&1|\/dev\/null)/g, "")
    .replace(/\s*\|\s*(?:head|tail)\b[^|;&]*/g, "")
    .replace(/\\\n/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

export function programsOf(command: string): readonly Program[] {
  const { deciding, masked } = decidingPrograms(command);
  return [...deciding, ...masked];
}

export function commandWords(command: string): readonly string[] {
  return command
    .split(/\s+/)
    .map((word) => word.replace(/^["']|["']$/g, ""))
    .filter((word) => word !== "" && word !== "&&");
}

/** How many of these words stand among the others too, from 0 to 1. */
export function sharedPart(some: readonly string[], others: readonly string[]): number {
  return some.length === 0 ? 0 : some.filter((word) => others.includes(word)).length / some.length;
}

/** The parts of a command that run one after the other. */
export function commandSteps(command: string): readonly string[] {
  return command
    .split(/\s*(?:&&|;)\s*/)
    .map((step) => step.trim())
    .filter((step) => step !== "");
}

/** The folder that a command goes to first, if it does, and what it then runs. */
export function afterCd(command: string): { readonly folder: string | undefined; readonly rest: string } {
  const found = /^cd +("[^"]+"|'[^']+'|[^\s;&|]+) *(?:&&|;) */.exec(command);
  if (found === null) return { folder: undefined, rest: command };
  return { folder: found[1]?.replace(/["']/g, ""), rest: command.slice(found[0].length) };
}

/** A command is shown by its beginning: what follows is data. */
const adviceChars = 120;

/** A command as part of an advice, in marks. */
export function inBackticks(command: string): string {
  const plain = command.replaceAll("`", "'");
  return `\`${plain.length <= adviceChars ? plain : `${plain.slice(0, adviceChars - 1)}…`}\``;
}
