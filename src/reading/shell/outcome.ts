import {
  type Budget,
  deepestWrapping,
  fullBudget,
  innerOf,
  readWithin,
  withoutAssignments,
} from "./programs.js";
import type { Command, CommandList, Group } from "./reading.js";
import { baseName } from "./words.js";

/** A program that a command line runs in the end. */
export interface Program {
  /** Without its folder; "" when it is known only at run time. */
  readonly name: string;
  /** The name, then the words that it gets, without what was quoted or substituted in them. */
  readonly words: readonly string[];
  /** The programs that it was run by, outermost first: `sudo`, `timeout`, `bash`. */
  readonly wrappers: readonly string[];
}

/** The programs of a command, by whether their failing makes the whole command fail. */
export interface DecidingPrograms {
  /** In the order of the command. */
  readonly all: readonly Program[];
  readonly deciding: readonly Program[];
  /** Before a pipe, a semicolon or `||`: the shell drops how they ended. */
  readonly masked: readonly Program[];
}

/**
 * Which programs of a command decide its exit code. `a && b` fails with either; of `a; b` and `a | b` only
 * `b` counts; of `a || b` only `b` does, because it runs when `a` failed. `set -e` and `pipefail` are taken
 * at their word.
 */
export function decidingPrograms(command: string): DecidingPrograms {
  const budget = fullBudget();
  const list = resolved(readWithin(command, budget).list, [], 0, budget);
  const all = programsIn(list);
  const says = (option: RegExp) =>
    all.some(({ words }) => words[0] === "set" && words.some((word) => option.test(word)));
  const last = all.at(-1)?.words;
  const handsOn = last?.[0] === "exit" && !/^\d+$/.test(last[1] ?? "");
  const options = { everyChain: says(/^-\w*e/), everyStage: says(/^pipefail$/) };
  const chosen = new Set(handsOn ? all : decidingIn(list, options));
  return { all, deciding: [...chosen], masked: all.filter((program) => !chosen.has(program)) };
}

/** When a failure in the middle of a list makes all of it fail. */
interface Options {
  /** `set -e` */
  readonly everyChain: boolean;
  /** `set -o pipefail` */
  readonly everyStage: boolean;
}

/** A subshell, or the script of a shell that was started with these options. */
interface ResolvedGroup extends Partial<Options> {
  readonly list: ResolvedList;
}

interface ResolvedLink {
  readonly joint: "first" | "and" | "or";
  readonly stages: readonly (Program | ResolvedGroup)[];
}

/** A list in which each command is replaced by the program behind its wrappers. */
type ResolvedList = readonly (readonly ResolvedLink[])[];

function resolved(list: CommandList, behind: readonly string[], depth: number, budget: Budget): ResolvedList {
  const resolve = (stage: Command | Group): readonly (Program | ResolvedGroup)[] =>
    "list" in stage
      ? [{ list: resolved(stage.list, behind, depth, budget) }]
      : toArray(runBy(stage, behind, depth, budget));
  return list
    .map((chain) =>
      chain
        .map(({ joint, stages }) => ({ joint, stages: stages.flatMap(resolve) }))
        .filter(({ stages }) => stages.length > 0),
    )
    .filter((chain) => chain.length > 0);
}

function toArray<Item>(item: Item | undefined): readonly Item[] {
  return item === undefined ? [] : [item];
}

/** The program behind a command's wrappers, or the list of its script. */
function runBy(
  whole: Command,
  behind: readonly string[],
  depth: number,
  budget: Budget,
): Program | ResolvedGroup | undefined {
  const command = withoutAssignments(whole);
  if (command === undefined) return undefined;
  const name = baseName(command.words[0] ?? "");
  const inside = innerOf(command);
  if (inside?.standsForIt && depth < deepestWrapping) {
    const { commands, scripts } = inside;
    const wrappers = [...behind, name];
    const list = scripts.flatMap((text) =>
      resolved(readWithin(text, budget).list, wrappers, depth + 1, budget),
    );
    if (list.length > 0) return { list, ...startedWith(command.words) };
    const inner = commands[0] && runBy(commands[0], wrappers, depth + 1, budget);
    if (inner !== undefined) return inner;
  }
  const shown = name === "$()" ? "" : name;
  return { name: shown, words: [shown, ...command.bare.slice(1)], wrappers: behind };
}

/** The options of a shell that is started with a script: `bash -ec`, `sh -eo pipefail -c`. */
function startedWith(words: readonly string[]): Options {
  const options = words.slice(1, -1);
  return {
    everyChain: options.some((word) => /^-[A-Za-z]{0,8}e[A-Za-z]{0,8}$/.test(word)),
    everyStage: options.includes("pipefail"),
  };
}

function decidingIn(list: ResolvedList, options: Options): readonly Program[] {
  const chains = options.everyChain ? list : list.slice(-1);
  return chains.flatMap((chain) => {
    const lastOr = chain.findLastIndex(({ joint }) => joint === "or");
    return chain
      .slice(Math.max(0, lastOr))
      .flatMap(({ stages }) => (options.everyStage ? stages : stages.slice(-1)))
      .flatMap((stage) => (isGroup(stage) ? decidingIn(stage.list, optionsOf(stage, options)) : [stage]));
  });
}

function optionsOf(group: ResolvedGroup, { everyChain, everyStage }: Options): Options {
  return {
    everyChain: everyChain || group.everyChain === true,
    everyStage: everyStage || group.everyStage === true,
  };
}

function programsIn(list: ResolvedList): readonly Program[] {
  return list.flatMap((chain) =>
    chain.flatMap(({ stages }) =>
      stages.flatMap((stage) => (isGroup(stage) ? programsIn(stage.list) : [stage])),
    ),
  );
}

function isGroup(stage: Program | ResolvedGroup): stage is ResolvedGroup {
  return "list" in stage;
}
