import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { environmentFrom, type Variables } from "../config/environment.js";
import { fileError } from "../files/file-error.js";
import { CannotCheck } from "../process/cannot-check.js";
import { Deadline } from "../process/deadline.js";
import { findProgram, trustedPath } from "../process/find-program.js";
import { type ChildEnd, runChild } from "../process/run-child.js";
import { modelUnavailable } from "./language-model.js";

/** An answer is a few kilobytes; agents add output of their own. */
const outputMaxBytes = 4 * 1024 * 1024;

export interface ProgramPlace {
  /** The real path of the project. No program inside it is started: an agent may have written it. */
  readonly root: string;
  readonly env: Variables;
}

export interface ProgramQuestion {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly prompt: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Asks an agent on this machine without a shell: the prompt goes to its standard input, and it runs in an
 * empty folder so that nothing of the project reaches it. Its whole process group ends with the answer, the
 * time limit or this process. Refuses to run inside an agent that was itself started this way.
 */
export async function askProgram(question: ProgramQuestion, place: ProgramPlace): Promise<ChildEnd> {
  const { program: name, args, prompt, timeoutMs, signal } = question;
  if (environmentFrom(place.env).nested) {
    throw modelUnavailable(name, "this process already runs inside a call to a language model", {
      next: "call from outside of it",
    });
  }
  const path = trustedPath(place.env.PATH, place.root);
  const program = findProgram(name, path, place.root);
  if (program === undefined) {
    const next = `install ${name}, or choose another model.provider`;
    throw modelUnavailable(name, "it is not on the PATH outside the project", {
      field: "model.provider",
      next,
    });
  }
  const cwd = emptyFolder();
  const env = nestedEnvironment(place.env, path, question.env);
  try {
    const deadline = new Deadline(timeoutMs, signal);
    deadline.check();
    return await runChild({ program, args, cwd, env, input: prompt, maxBytes: outputMaxBytes }, deadline);
  } catch (error) {
    if (!(error instanceof CannotCheck)) throw error;
    throw modelUnavailable(name, error.message, { next: "call again later", cause: error });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function emptyFolder(): string {
  const folder = join(tmpdir(), "whetstone-model-");
  try {
    return mkdtempSync(folder);
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** Set for every agent that Whetstone starts. Its hooks and servers then do nothing, so calls cannot nest. */
const nestedMarker = "WHETSTONE_NESTED";

/** Variables that describe the session of the calling agent; the agent that is started is not part of it. */
const sessionVariables = [
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_ENV_FILE",
  "CLAUDE_PID",
  "CLAUDE_PLUGIN_DATA",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_PROJECT_DIR",
];

/**
 * The agent gets the environment of the caller: its login may depend on any variable, and it has no tool that
 * could read one out. `PATH` is replaced by `path`, and `extra` overrides the caller's variables.
 */
function nestedEnvironment(
  variables: Variables,
  path: readonly string[],
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(variables).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !sessionVariables.includes(pair[0]),
  );
  return { ...Object.fromEntries(kept), ...extra, PATH: path.join(delimiter), [nestedMarker]: "1" };
}

/** Parses a JSON object that a program printed; anything else becomes an empty object. */
export function parseJsonObject(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Programs say why they failed in the last line that they print. */
export function lastPrintedLine(output: Buffer): string {
  return output.toString("utf8").trimEnd().split("\n").at(-1) ?? "";
}
