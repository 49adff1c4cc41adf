import { WhetstoneError } from "../../base/errors.js";
import type { ExitCode } from "../../base/terminal/exit-code.js";
import type { Io } from "../../base/terminal/io.js";
import { jsonText } from "../../base/terminal/json-text.js";
import { callCommand } from "./call-command.js";
import type { Command, CommandGroup, Program } from "./command.js";
import { findCommand, isGroup, type Word, withDefaultCommand } from "./find-command.js";
import { globalOptions, topOptions } from "./global-options.js";
import { readOptions, tokensOf } from "./read-options.js";
import { reportError } from "./report-error.js";

/** One call of the program. Never throws: what goes wrong is reported, and the exit code tells. */
export async function run(argv: readonly string[], program: Program, io: Io): Promise<ExitCode> {
  const tokens = tokensOf(argv, topOptions);
  const options = new Set(tokens.flatMap((token) => (token.kind === "option" ? [token.name] : [])));
  const flags = {
    help: options.has("help"),
    all: options.has("all"),
    json: options.has("json"),
    noColor: options.has("no-color"),
  };
  const words = tokens.flatMap((token, at) =>
    token.kind === "positional" ? [{ ...token, followsOption: tokens[at - 1]?.kind === "option" }] : [],
  );
  try {
    return await dispatch({ argv, words, flags, program, io });
  } catch (error) {
    return reportError(error, io, flags);
  }
}

interface Call {
  readonly argv: readonly string[];
  /** The arguments that are not options, with their index in `argv`; the verbs come first. */
  readonly words: readonly (Word & { readonly index: number })[];
  readonly flags: {
    readonly help: boolean;
    readonly all: boolean;
    readonly json: boolean;
    readonly noColor: boolean;
  };
  readonly program: Program;
  readonly io: Io;
}

async function dispatch(call: Call): Promise<ExitCode> {
  const { argv, program, io } = call;
  const top: CommandGroup = { summary: program.summary, commands: program.tree };
  const helpVerb = call.words[0]?.value === "help";
  const words = helpVerb ? call.words.slice(1) : call.words;
  const found = findCommand(top, words);
  const help = helpVerb || call.flags.help;
  const { path, node } = help ? found : withDefaultCommand(found);
  const full = [program.name, ...path];
  const target = isGroup(node) ? node : (await node.load()).command;
  if (help) return showHelp(call, full, target);
  const verbs = new Set(words.slice(0, found.path.length).map((word) => word.index));
  const rest = argv.filter((_, index) => !verbs.has(index));
  return isGroup(target)
    ? withoutCommand(call, full, target, rest)
    : callCommand(target, { path: full, rest, program, io });
}

async function showHelp(
  { io, flags }: Call,
  path: readonly string[],
  target: Command | CommandGroup,
): Promise<ExitCode> {
  const { helpFor, helpForAll } = await import("./help.js");
  const all = flags.all && isGroup(target) && path.length === 1;
  io.stdout.write((all ? helpForAll : helpFor)(path, target as CommandGroup, io, flags.noColor));
  return 0;
}

/**
 * People who name no command get the status and the commands to start with, or the help of a group; a machine
 * that asks for JSON gets an error that it can read.
 */
async function withoutCommand(
  call: Call,
  path: readonly string[],
  group: CommandGroup,
  rest: readonly string[],
) {
  const { program, io, flags } = call;
  const next = `run '${program.name} help' to see the commands`;
  const { values } = readOptions(rest, path.length === 1 ? topOptions : globalOptions, next);
  if (values.version === true) {
    io.stdout.write(flags.json ? jsonText({ version: program.version }, io.stdout) : `${program.version}\n`);
    return 0;
  }
  if (flags.json) throw new WhetstoneError("invalid_usage", `'${path.join(" ")}' needs a command`, { next });
  const { status } = group.commands;
  if (path.length > 1 || status === undefined || isGroup(status)) return showHelp(call, path, group);
  const { command } = await status.load();
  const code = await callCommand(command, { path: [...path, "status"], rest, program, io });
  const { startHere } = await import("./help.js");
  io.stdout.write(`\n${startHere(path, group, io)}`);
  return code;
}
