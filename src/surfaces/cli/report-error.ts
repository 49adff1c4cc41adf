import { inspect } from "node:util";
import { environmentFrom } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { type ExitCode, exitCodeOf } from "../../base/terminal/exit-code.js";
import type { Io } from "../../base/terminal/io.js";
import { jsonText } from "../../base/terminal/json-text.js";
import { type Style, styleFor } from "../../base/terminal/style.js";
import { visible } from "../../base/terminal/visible.js";

export interface ErrorFlags {
  readonly json: boolean;
  readonly noColor: boolean;
}

/**
 * For people on stderr; with `--json` as the one document on stdout, so that a program has one place to read.
 */
export function reportError(thrown: unknown, io: Io, flags: ErrorFlags): ExitCode {
  const error = thrown instanceof WhetstoneError ? thrown : unexpected(thrown);
  if (flags.json) io.stdout.write(jsonText({ error: error.toJSON() }, io.stdout));
  else io.stderr.write(forPeople(error, styleFor(io.stderr, io.env, flags.noColor)));
  if (environmentFrom(io.env).log === "debug") io.stderr.write(`${inspect(thrown)}\n`);
  return exitCodeOf(error);
}

function forPeople(error: WhetstoneError, style: Style): string {
  const lines = [`${style.red("error:")} ${indentedLines(error.message)}`];
  if (error.next !== undefined) lines.push(`  ${style.dim("next:")} ${indentedLines(error.next)}`);
  return `${lines.join("\n")}\n`;
}

function indentedLines(text: string): string {
  return visible(text).replaceAll("\n", "\n    ");
}

function unexpected(thrown: unknown): WhetstoneError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new WhetstoneError("internal", `unexpected: ${message}`, {
    next: "please report this as a bug; WHETSTONE_LOG=debug prints the details to add",
    cause: thrown,
  });
}
