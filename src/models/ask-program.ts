import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Variables } from "../config/environment.js";
import { environmentFrom } from "../config/environment.js";
import { fileError } from "../files/file-error.js";
import { Deadline } from "../predicates/deadline.js";
import { findProgram, trustedPath } from "../predicates/find-program.js";
import { CannotCheck } from "../predicates/predicate.js";
import { type ChildEnd, runChild } from "../predicates/run-child.js";
import { modelUnavailable } from "./model-unavailable.js";
import { nestedEnvironment } from "./nested-environment.js";

/** An answer is a few kilobytes; agents add some of their own. */
const outputMaxBytes = 4 * 1024 * 1024;

/** Where the question comes from. */
export interface ProgramPlace {
  /** The project's real folder. No program in it is started: an agent may have written it. */
  readonly root: string;
  readonly env: Variables;
}

export interface Question {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly prompt: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Asks an agent on this machine: no shell, the prompt through its input, in an empty folder, so that nothing
 * of the project reaches it. Its whole process group ends with the answer, the time limit or this process.
 * Inside an agent that was asked itself, nobody is asked.
 */
export async function askProgram(question: Question, place: ProgramPlace): Promise<ChildEnd> {
  const { program: name, args, prompt, timeoutMs, signal } = question;
  if (environmentFrom(place.env).nested) {
    throw modelUnavailable(name, "this process belongs to such a question already", {
      next: "ask from outside of it",
    });
  }
  const path = trustedPath(place.env.PATH, place.root);
  const program = findProgram(name, path, place.root);
  if (program === undefined) {
    const next = `install ${name}, or choose another model.provider`;
    throw modelUnavailable(name, "it is not on the PATH outside of the project", {
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
