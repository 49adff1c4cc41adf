import { isAbsolute, resolve } from "node:path";
import { WhetstoneError } from "../../base/errors.js";
import type { ExitCode } from "../../base/terminal/exit-code.js";
import type { Io } from "../../base/terminal/io.js";
import type { Value, Values } from "../../base/terminal/option-spec.js";
import { createPrinter } from "../../base/terminal/output.js";
import type { Command, Program } from "./command.js";
import { type GlobalValues, globalOptions } from "./global-options.js";
import { readArguments, readOptions } from "./read-options.js";
import { synopsis } from "./synopsis.js";

interface Call {
  /** The program's name and the verbs. */
  readonly path: readonly string[];
  /** The command line without them. */
  readonly rest: readonly string[];
  readonly program: Program;
  readonly io: Io;
}

/** Reads the options and arguments, runs the command, and prints its result. */
export async function callCommand(command: Command, { path, rest, program, io }: Call): Promise<ExitCode> {
  const name = path.join(" ");
  const example = command.examples.find((each) => each.run.includes(name));
  const sample = example === undefined ? "" : `, for example: ${example.run}`;
  const usage = `usage: ${synopsis(path, command)}${sample}`;
  const specs = { ...globalOptions, ...command.options };
  const { values, positionals } = readOptions(rest, specs, `run '${name} --help' to see the options`);
  const args = readArguments(command.arguments, positionals, usage);
  const globals = globalsIn(values);
  const printer = createPrinter(io, globals);
  const context = { values, args, globals, printer, io, program };
  const code = await command.run({
    ...context,
    get start() {
      return startFolder(globals.root, io);
    },
  });
  printer.flush();
  return typeof code === "number" ? code : 0;
}

function globalsIn(values: Values): GlobalValues {
  const text = (value: Value) => (typeof value === "string" ? value : undefined);
  return {
    help: values.help === true,
    json: values.json === true,
    root: text(values.root),
    set: Array.isArray(values.set) ? values.set : [],
    "no-color": values["no-color"] === true,
    quiet: values.quiet === true,
  };
}

function startFolder(root: string | undefined, io: Io): string {
  if (root === "") {
    const next = "give the path of a folder, or leave the option out";
    throw new WhetstoneError("invalid_usage", "option '--root' is empty", { field: "root", next });
  }
  return root !== undefined && isAbsolute(root) ? root : resolve(io.cwd, root ?? "");
}
