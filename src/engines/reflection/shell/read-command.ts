import { type ShellToken, shellWords } from "./shell-words.js";

/**
 * One program with its arguments, the program first: a folder before its name and what only wraps it are
 * gone.
 */
export interface Program {
  readonly words: readonly string[];
}

export interface Group {
  readonly list: CommandList;
}

/** What stands between two operators, joined to what stands before. */
export interface Link {
  readonly joint: "first" | "and" | "or";
  /** The stages of a pipe. */
  readonly stages: readonly (Program | Group)[];
}

/** Chains of `&&` and `||`, one after the other. */
export type CommandList = readonly (readonly Link[])[];

/** Deeper nesting than people write; the rest is read flat. */
const deepest = 20;

/** Words that open or close a block, and programs that run the program after them. */
const wrapping =
  /^(?:if|then|else|elif|do|done|fi|while|until|!|\{|\}|time|sudo|env|command|exec|nohup|nice|stdbuf|builtin)$/;
const assignment = /^[A-Za-z_]\w{0,80}\+?=/;

/** How the programs of a command are joined. Never throws: what is not closed ends with the text. */
export function readCommand(command: string): CommandList {
  return readList(shellWords(command), { at: 0 }, 0);
}

interface Place {
  at: number;
}

function readList(tokens: readonly ShellToken[], place: Place, depth: number): CommandList {
  const chains: Link[][] = [[]];
  let joint: Link["joint"] = "first";
  while (place.at < tokens.length) {
    const link: Link = { joint, stages: readPipe(tokens, place, depth) };
    if (link.stages.length > 0) chains.at(-1)?.push(link);
    const end = operatorAt(tokens, place.at);
    place.at += 1;
    if (end === ")" && depth > 0) break;
    joint = end === "&&" ? "and" : end === "||" ? "or" : "first";
    // A line that ends in an operator goes on in the next one.
    while (joint !== "first" && operatorAt(tokens, place.at) === "\n") place.at += 1;
    if (joint === "first") chains.push([]);
  }
  return chains.filter((chain) => chain.length > 0);
}

function readPipe(tokens: readonly ShellToken[], place: Place, depth: number): Link["stages"] {
  const stages: (Program | Group)[] = [];
  for (;;) {
    const stage = readStage(tokens, place, depth);
    if (stage !== undefined) stages.push(stage);
    const next = operatorAt(tokens, place.at);
    if (next !== "|" && next !== "|&") return stages;
    place.at += 1;
    while (operatorAt(tokens, place.at) === "\n") place.at += 1;
  }
}

function readStage(tokens: readonly ShellToken[], place: Place, depth: number): Program | Group | undefined {
  const words: string[] = [];
  let group: Group | undefined;
  for (; place.at < tokens.length; place.at += 1) {
    const token = tokens[place.at];
    if (token !== undefined && "word" in token) words.push(token.word);
    else if (operatorAt(tokens, place.at) === "(" && depth < deepest) {
      place.at += 1;
      group = { list: readList(tokens, place, depth + 1) };
      place.at -= 1;
    } else break;
  }
  return group ?? programOf(words);
}

function programOf(words: readonly string[]): Program | undefined {
  const start = words.findIndex((word) => !wrapping.test(word) && !assignment.test(word));
  if (start === -1) return undefined;
  const rest = words.slice(start);
  const name = rest[0] ?? "";
  // `timeout 30 x`, `xargs -n 1 x`: their options and numbers, then the program.
  const inner = /^(?:timeout|gtimeout|xargs)$/.test(name)
    ? rest.findIndex((word, at) => at > 0 && /^[A-Za-z./~_]/.test(word))
    : 0;
  const [program = "", ...others] = rest.slice(Math.max(inner, 0));
  return { words: [program.replace(/^.*\//s, ""), ...others] };
}

function operatorAt(tokens: readonly ShellToken[], at: number): string | undefined {
  const token = tokens[at];
  return token !== undefined && "operator" in token ? token.operator : undefined;
}
