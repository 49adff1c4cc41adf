import { type CommandList, type Group, type Link, type Program, readCommand } from "./read-command.js";

/** The programs of a command, by whether their failing makes the whole command fail. */
export interface DecidingPrograms {
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
  const list = readCommand(command);
  const all = programsOf(list);
  const says = (option: RegExp) =>
    all.some(({ words }) => words[0] === "set" && words.some((word) => option.test(word)));
  const last = all.at(-1)?.words;
  const handsOn = last?.[0] === "exit" && !/^\d+$/.test(last[1] ?? "");
  const deciding = handsOn
    ? all
    : decidingIn(list, { everyChain: says(/^-\w*e/), everyStage: says(/^pipefail$/) });
  const chosen = new Set(deciding);
  return { deciding, masked: all.filter((program) => !chosen.has(program)) };
}

interface Options {
  readonly everyChain: boolean;
  readonly everyStage: boolean;
}

function decidingIn(list: CommandList, options: Options): readonly Program[] {
  const chains = options.everyChain ? list : list.slice(-1);
  return chains.flatMap((chain) => {
    const links = chain.slice(
      Math.max(
        0,
        chain.findLastIndex(({ joint }) => joint === "or"),
      ),
    );
    return links.flatMap(({ stages }) =>
      (options.everyStage ? stages : stages.slice(-1)).flatMap((stage) =>
        isGroup(stage) ? decidingIn(stage.list, options) : [stage],
      ),
    );
  });
}

function programsOf(list: CommandList): readonly Program[] {
  return list.flatMap((chain) =>
    chain.flatMap(({ stages }: Link) =>
      stages.flatMap((stage) => (isGroup(stage) ? programsOf(stage.list) : [stage])),
    ),
  );
}

function isGroup(stage: Program | Group): stage is Group {
  return "list" in stage;
}
