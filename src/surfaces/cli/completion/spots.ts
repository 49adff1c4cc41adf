import type { ArgumentSpec, OptionSpec, OptionSpecs } from "../../../base/terminal/option-spec.js";
import type { CommandTree, Program } from "../command.js";
import { isGroup } from "../find-command.js";
import { globalOptions, topOptions } from "../global-options.js";

/** What a shell may offer for a value: these words, files, folders, or nothing. */
export type Offer = readonly string[] | "files" | "folders" | "nothing";

export interface Flag {
  readonly name: string;
  readonly short: string | undefined;
  readonly about: string;
  /** What follows it; undefined for a flag without a value. */
  readonly value: Offer | undefined;
}

/** A place on the command line, named by the verbs before it, and what may come next there. */
export interface Spot {
  readonly path: string;
  readonly verbs: readonly { readonly name: string; readonly about: string }[];
  readonly flags: readonly Flag[];
  readonly argument: Offer;
}

/** Every spot of the program, those after `help` included. Loads every command. */
export async function spotsOf(program: Program): Promise<Spot[]> {
  const [top, ...below] = await spotsIn(program.tree, []);
  if (top === undefined) return [];
  const help = { name: "help", about: "Show help for a command" };
  const groups = [top, ...below].filter((spot) => spot.verbs.length > 0);
  return [
    { ...top, verbs: [...top.verbs, help], flags: flagsOf(topOptions) },
    ...below,
    ...groups.map((spot) => ({ ...spot, path: `help ${spot.path}`.trim(), flags: [] })),
  ];
}

async function spotsIn(tree: CommandTree, path: readonly string[]): Promise<Spot[]> {
  const verbs = Object.entries(tree).map(([name, { summary }]) => ({ name, about: summary }));
  const own: Spot = { path: path.join(" "), verbs, flags: flagsOf(globalOptions), argument: "nothing" };
  const below = Object.entries(tree).map(async ([name, node]): Promise<Spot[]> => {
    if (isGroup(node)) return spotsIn(node.commands, [...path, name]);
    const { command } = await node.load();
    const flags = flagsOf({ ...command.options, ...globalOptions });
    return [
      { path: [...path, name].join(" "), verbs: [], flags, argument: argumentOffer(command.arguments) },
    ];
  });
  return [own, ...(await Promise.all(below)).flat()];
}

function flagsOf(options: OptionSpecs): Flag[] {
  return Object.entries(options).map(([name, spec]) => ({
    name,
    short: spec.short,
    about: spec.about,
    value: spec.type === "boolean" ? undefined : offerFor(spec),
  }));
}

/** The first argument that a shell can help with: no shell script here counts positions. */
function argumentOffer(specs: readonly ArgumentSpec[]): Offer {
  return specs.map(offerFor).find((offer) => offer !== "nothing") ?? "nothing";
}

function offerFor({ choices, value }: Pick<OptionSpec, "choices" | "value">): Offer {
  if (choices !== undefined) return choices;
  if (value === "FILE") return "files";
  return value === "DIR" ? "folders" : "nothing";
}
