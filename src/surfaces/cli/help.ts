import type { ExitCode } from "../../base/terminal/exit-code.js";
import type { Io } from "../../base/terminal/io.js";
import type { OptionSpecs } from "../../base/terminal/option-spec.js";
import { styleFor } from "../../base/terminal/style.js";
import { definitionList, readingWidth, wrap } from "../../base/terminal/wrap.js";
import { type Group, groups } from "../../verbs/frame/define-verb.js";
import type { Command, CommandGroup, CommandTree } from "./command.js";
import { globalOptions, topOptions } from "./global-options.js";
import { synopsis } from "./synopsis.js";

type Section = readonly [title: string, lines: readonly string[]];

/** The manual page of a command, or the overview of a group. */
export function helpFor(
  path: readonly string[],
  target: Command | CommandGroup,
  io: Io,
  noColor: boolean,
): string {
  const width = readingWidth(io.stdout);
  if (!("commands" in target)) return pageOf(commandSections(path, target, width), io, noColor);
  const sections = path.length === 1 ? overview(path, target, width) : groupSections(path, target, width);
  return pageOf(sections, io, noColor);
}

/** Every command by name, the global options and the environment. */
export function helpForAll(path: readonly string[], top: CommandGroup, io: Io, noColor: boolean): string {
  const width = readingWidth(io.stdout);
  const leaves = leavesOf(top.commands).toSorted((a, b) => sortedByName(a.name, b.name));
  const rows = leaves.map(({ name, summary }) => [name, summary] as const);
  const sections: Section[] = [
    ["NAME", wrap(`${path.join(" ")} - ${top.summary}`, width, 2)],
    ["SYNOPSIS", synopses(path, top)],
    ["COMMANDS", definitionList(rows, width)],
    ["GLOBAL OPTIONS", optionList(topOptions, width)],
    ["ENVIRONMENT", environment(width)],
  ];
  return pageOf(sections, io, noColor);
}

function pageOf(sections: readonly Section[], io: Io, noColor: boolean): string {
  const { bold } = styleFor(io.stdout, io.env, noColor);
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${[bold(title), ...lines].join("\n")}\n`)
    .join("\n");
}

/** What people do every day, in the order in which they need it. */
const firstCommands = ["init", "status", "today", "lessons", "open"];

/** The commands to start with, also below the status that the bare program answers with. */
export function startHere(path: readonly string[], top: CommandGroup, io: Io): string {
  const rows = firstRows(top).map(([name, summary]) => [`${path.join(" ")} ${name}`, summary] as const);
  const width = readingWidth(io.stdout);
  const more = wrap(`'${path.join(" ")} help' lists the other commands.`, width, 2);
  return `${[...definitionList(rows, width), ...more].join("\n")}\n`;
}

function firstRows(top: CommandGroup): (readonly [name: string, summary: string])[] {
  return firstCommands.flatMap((name) => {
    const node = top.commands[name];
    return node === undefined ? [] : [[name, node.summary] as const];
  });
}

/** What people do, by group. What agents and programs call is on the page of all commands. */
function overview(path: readonly string[], top: CommandGroup, width: number): Section[] {
  const rest = Object.entries(top.commands)
    .filter(([name]) => !firstCommands.includes(name))
    .toSorted(([one], [other]) => sortedByName(one, other));
  const rows = (group: Group | undefined) =>
    rest.filter(([, node]) => node.group === group).map(([name, { summary }]) => [name, summary] as const);
  const program = path.join(" ");
  const more =
    `'${program} help lessons' lists the commands of a group, '${program} help --all' every command, also those ` +
    "that agents and programs call.";
  return [
    ["NAME", wrap(`${program} - ${top.summary}`, width, 2)],
    ["SYNOPSIS", synopses(path, top)],
    ["START", definitionList(firstRows(top), width)],
    ...groupsOfPeople.map((group): Section => [group.toUpperCase(), definitionList(rows(group), width)]),
    ["OTHER", definitionList(rows(undefined), width)],
    ["MORE", wrap(more, width, 2)],
  ];
}

/** What orchestrators and programs call is left out: people of one coding agent never meet it. */
const groupsOfPeople = groups.filter((group) => group !== "Called by agents" && group !== "Policy");

interface Listed {
  readonly name: string;
  readonly summary: string;
  readonly group: Group | undefined;
}

/** The commands at the ends of a tree, by their full names. */
function leavesOf(commands: CommandTree, above = "", inherited?: Group): readonly Listed[] {
  return Object.entries(commands).flatMap(([word, node]) => {
    const name = above === "" ? word : `${above} ${word}`;
    const group = node.group ?? inherited;
    return "commands" in node
      ? leavesOf(node.commands, name, group)
      : [{ name, summary: node.summary, group }];
  });
}

function sortedByName(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function groupSections(path: readonly string[], group: CommandGroup, width: number): Section[] {
  const name = path.join(" ");
  const commands = Object.entries(group.commands).map(([verb, { summary }]) => [verb, summary] as const);
  return [
    ["NAME", wrap(`${name} - ${group.summary}`, width, 2)],
    ["SYNOPSIS", synopses(path, group)],
    ["COMMANDS", definitionList(commands, width)],
    ["DEFAULT", defaultLines(name, group, width)],
    ["GLOBAL OPTIONS", globalLine(width)],
  ];
}

function synopses(path: readonly string[], { defaultCommand }: CommandGroup): string[] {
  const [program, ...below] = path;
  const command = defaultCommand === undefined ? "<command>" : "[command]";
  return [`  ${path.join(" ")} ${command} [options]`, `  ${[program, "help", ...below].join(" ")} <command>`];
}

function defaultLines(name: string, { defaultCommand }: CommandGroup, width: number): string[] {
  if (defaultCommand === undefined) return [];
  return wrap(`Without a command, '${name} ${defaultCommand}' runs.`, width, 2);
}

function commandSections(path: readonly string[], command: Command, width: number): Section[] {
  const argumentRows = command.arguments.map(
    ({ name, about, choices }) => [`<${name}>`, withChoices(about, choices)] as const,
  );
  return [
    ["NAME", wrap(`${path.join(" ")} - ${command.summary}`, width, 2)],
    ["SYNOPSIS", wrap(synopsis(path, command), width, 2)],
    ["DESCRIPTION", paragraphs(command.description, width)],
    ["ARGUMENTS", definitionList(argumentRows, width)],
    ["OPTIONS", optionList(command.options, width)],
    ["GLOBAL OPTIONS", globalLine(width)],
    [
      "EXAMPLES",
      command.examples.flatMap((example) => [...wrap(example.about, width, 2), `    ${example.run}`]),
    ],
    ["EXIT STATUS", definitionList(exitRows(command), width)],
    ["ENVIRONMENT", environment(width)],
  ];
}

/** The global options by name: what they mean is on the page of all commands. */
function globalLine(width: number): string[] {
  const names = Object.keys(globalOptions).map((name) => `--${name}`);
  return wrap(`${names.join(" ")} (see 'whetstone help --all')`, width, 2);
}

function paragraphs(text: string, width: number): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph, index) => [...(index > 0 ? [""] : []), ...wrap(paragraph, width, 2)]);
}

function optionList(options: OptionSpecs, width: number): string[] {
  const rows = Object.entries(options).map(([name, { type, short, value, choices, about, many }]) => {
    const word = type === "string" ? ` ${value ?? name.toUpperCase()}` : "";
    const term = `${short === undefined ? "    " : `-${short}, `}--${name}${word}`;
    return [term, `${withChoices(about, choices)}${many ? " May be repeated." : ""}`] as const;
  });
  return definitionList(rows, width);
}

function withChoices(about: string, choices: readonly string[] | undefined): string {
  return choices === undefined ? about : `${about} One of: ${choices.join(", ")}.`;
}

const meanings: Readonly<Partial<Record<ExitCode, string>>> = {
  0: "Done.",
  2: "The command line, the input or a setting is wrong; the message names it.",
  3: "A fault of the program or of the machine, such as a full disk.",
};

function exitRows(command: Command): (readonly [string, string])[] {
  return Object.entries({ ...meanings, ...command.exits }).map(
    ([code, meaning]) => [code, meaning ?? ""] as const,
  );
}

function environment(width: number): string[] {
  const rows = [
    ["WHETSTONE_DATA_DIR", "Folder for what is learned, instead of the user's data folder."],
    ["WHETSTONE_LOG", "With the value debug, errors are printed with their details."],
    ["NO_COLOR, FORCE_COLOR", "Never, or always, print in colour."],
  ] as const;
  return [
    ...definitionList(rows, width),
    "",
    ...wrap("Every setting has a variable too: see 'whetstone status --config'.", width, 2),
  ];
}
