import { lstatSync } from "node:fs";
import { delimiter, dirname, join, relative, sep } from "node:path";
import { CannotCheck } from "../../../base/process/cannot-check.js";
import {
  childEnvironment,
  type Environment,
  gitArguments,
  gitEnvironment,
} from "../../../base/process/child-environment.js";
import type { Deadline } from "../../../base/process/deadline.js";
import { findProgram, trustedPath } from "../../../base/process/find-program.js";
import { type ChildEnd, runChild } from "../../../base/process/run-child.js";

/**
 * A list of a million files with long names. The setting for the output of predicates is for what people
 * read.
 */
const listMaxBytes = 64 * 1024 * 1024;

/**
 * A working tree and the git that reads it. No command writes, or starts anything that a repository
 * names.
 */
export class Git {
  /** The real path of the working tree's top folder. */
  readonly top: string;
  /** The way from there to the project's folder: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly #program: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #deadline: Deadline;

  private constructor(top: string, root: string, env: Environment, deadline: Deadline) {
    const path = trustedPath(env.PATH, top);
    const program = findProgram("git", path, top);
    if (program === undefined) throw new CannotCheck("git is not on the PATH");
    this.top = top;
    this.prefix = top === root ? "" : `${relative(top, root).replaceAll(sep, "/")}/`;
    this.#program = program;
    this.#env = { ...childEnvironment(env, path.join(delimiter)), ...gitEnvironment(join(top, ".git"), top) };
    this.#deadline = deadline;
  }

  /** Undefined when no working tree holds `root`, which must be a real path. */
  static open(root: string, env: Environment, deadline: Deadline): Git | undefined {
    const top = workTreeTop(root);
    return top === undefined ? undefined : new Git(top, root, env, deadline);
  }

  /** Runs in the top folder. Any exit code is the caller's to judge. */
  run(...args: readonly string[]): Promise<ChildEnd> {
    return runChild(
      {
        program: this.#program,
        args: [...gitArguments, ...args],
        cwd: this.top,
        env: this.#env,
        maxBytes: listMaxBytes,
      },
      this.#deadline,
    );
  }

  /** The NUL-terminated entries that a command prints. */
  async list(...args: readonly string[]): Promise<string[]> {
    const { code, stdout, stderr } = await this.run(...args);
    // With a folder that it may not read, it warns and lists the rest.
    if (stderr.length > 0) throw new CannotCheck(`git ${args[0]}: ${stderr.toString("utf8").trim()}`);
    if (code !== 0) throw new CannotCheck(`git ${args[0]} ended with ${code}`);
    return stdout.toString("utf8").split("\0").slice(0, -1);
  }
}

/**
 * The folder with `.git` that holds `root`, which must be a real path, or is it. Git gets it explicitly:
 * by itself it takes a folder that merely looks like a bare repository for one.
 */
export function workTreeTop(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const entry = lstatSync(join(folder, ".git"), { throwIfNoEntry: false });
    if (entry !== undefined && (folder === root || belongsToUser(entry.uid))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** A repository that another user put into a folder above, as into /tmp, has no say about this project. */
function belongsToUser(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}
