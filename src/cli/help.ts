import type { ExitCode } from "../terminal/exit-code.js";
import type { Io } from "../terminal/io.js";
import type { OptionSpecs } from "../terminal/option-spec.js";
import { styleFor } from "../terminal/style.js";
import { definitionList, readingWidth, wrap } from "../terminal/wrap.js";
import type { Command, CommandGroup } from "./command.js";
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
  const { bold } = styleFor(io.stdout, io.env, noColor);
  const sections =
    "commands" in target ? groupSections(path, target, width) : commandSections(path, target, width);
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${[bold(title), ...lines].join("\n")}\n`)
    .join("\n");
}

function groupSections(path: readonly string[], group: CommandGroup, width: number): Section[] {
  const name = path.join(" ");
  const commands = Object.entries(group.commands).map(([verb, { summary }]) => [verb, summary] as const);
  const help = ["whetstone", "help", ...path.slice(1)].join(" ");
  const command = group.defaultCommand === undefined ? "<command>" : "[command]";
  return [
    ["NAME", wrap(`${name} - ${group.summary}`, width, 2)],
    ["SYNOPSIS", [`  ${name} ${command} [options]`, `  ${help} <command>`]],
    ["COMMANDS", definitionList(commands, width)],
    ["DEFAULT", defaultLines(name, group, width)],
    ["OPTIONS", optionList(path.length === 1 ? topOptions : globalOptions, width)],
    ["ENVIRONMENT", environment(width)],
  ];
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
    ["GLOBAL OPTIONS", optionList(globalOptions, width)],
    [
      "EXAMPLES",
      command.examples.flatMap((example) => [...wrap(example.about, width, 2), `    ${example.run}`]),
    ],
    ["EXIT STATUS", definitionList(exitRows(command), width)],
    ["ENVIRONMENT", environment(width)],
  ];
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
