import { baseName, isOneOf, isOption, lengthOfOption, wordSet } from "./words.js";
import { type WrapperRow, wrapperRows } from "./wrapper-table.js";

export interface Wrapper
  extends Required<Pick<WrapperRow, "joins" | "each" | "dashes" | "reads" | "onlyScripts" | "own">> {
  readonly valued: ReadonlySet<string>;
  readonly signs: string;
  readonly operands: number;
  readonly idle: ReadonlySet<string>;
  readonly script: ReadonlySet<string>;
  readonly tail: ReadonlySet<string>;
  readonly code: ReadonlySet<string>;
}

/** The row of each program that runs other programs, by name; some by their name and their sub-command. */
const rowOf: ReadonlyMap<string, WrapperRow> = new Map(
  wrapperRows.flatMap((row) => row.names.map((name) => [name, row] as const)),
);

const read = new Map<string, Wrapper>();

/** Its options are read with its first use: there are hundreds of rows, and a command names one or two. */
export function wrapperNamed(name: string): Wrapper | undefined {
  const row = rowOf.get(name);
  if (row === undefined) return undefined;
  const wrapper = read.get(name) ?? wrapperOf(row);
  read.set(name, wrapper);
  return wrapper;
}

function wrapperOf(row: WrapperRow): Wrapper {
  const { signs = "-", operands = 0, onlyScripts = false, own = false } = row;
  const { joins = false, each = false, dashes = false, reads = false } = row;
  const { valued = "", idle = "", script = "", tail = "", code = "" } = row;
  const options = { valued: wordSet(valued), idle: wordSet(idle), script: wordSet(script) };
  const switches = { onlyScripts, own, joins, each, dashes, reads };
  return { ...options, ...switches, signs, operands, tail: wordSet(tail), code: wordSet(code) };
}

/** Programs whose sub-command runs another program. */
const withSubCommands: ReadonlySet<string> = new Set(
  [...rowOf.keys()].filter((name) => name.includes(" ")).map((name) => name.split(" ")[0] ?? ""),
);

/** Options before a sub-command that take the next word. */
const beforeSubCommands = wordSet(
  "-C -c -H -n -f -p --git-dir --work-tree --host --context --namespace --kubeconfig --project-name --file",
);

/** The wrapper that a command begins with, by its key in the table, and the place behind its name. */
export function wrapperAt(
  words: readonly string[],
): { readonly name: string; readonly wrapper: Wrapper; readonly from: number } | undefined {
  const program = programName(words[0] ?? "");
  let name = program;
  let from = 1;
  for (let depth = 0; depth < 2 && withSubCommands.has(program); depth += 1) {
    let at = from;
    while (isOption(words[at] ?? "")) at += lengthOfOption(words[at] ?? "", beforeSubCommands);
    if (words[at] === undefined) break;
    name = `${name} ${words[at]}`;
    from = at + 1;
    const wrapper = wrapperNamed(name);
    if (wrapper !== undefined) return { name, wrapper, from };
  }
  const wrapper = wrapperNamed(program);
  return wrapper && { name: program, wrapper, from: 1 };
}

/** A program's name as the table has it: without folder, `.exe` and the version of an interpreter. */
export function programName(program: string): string {
  if (/^[a-z_-]*$/.test(program)) return program;
  const name = baseName(program.replaceAll("\\", "/")).replace(/\.(?:exe|cmd|bat)$/i, "");
  return /^(?:python|pypy|ruby|perl|php|lua)\d[\d.]{0,10}$/.test(name) ? name.replace(/\d.*$/, "") : name;
}

export function isShell(name: string): boolean {
  return /^(?:ba|z|da|k|a|fi)?sh$/.test(name);
}

/** The first place from `from` on whose word is neither an option nor the value of one. */
export function behindOptions(words: readonly string[], { valued, signs }: Wrapper, from: number): number {
  let at = from;
  while (signs.includes(words[at]?.charAt(0) || "none")) {
    if (words[at] === "--") return at + 1;
    at += lengthOfOption(words[at] ?? "", valued);
  }
  return at;
}

/** Whether one of these options is among the words. */
export function hasOption(
  words: readonly string[],
  wanted: ReadonlySet<string>,
  { valued }: Wrapper,
): boolean {
  return wanted.size > 0 && words.some((word) => isOneOf(word, wanted, valued));
}
