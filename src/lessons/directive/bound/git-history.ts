import { realpathSync } from "node:fs";
import { CannotCheck } from "../../../base/process/cannot-check.js";
import { Deadline } from "../../../base/process/deadline.js";
import { Git } from "../predicate/git.js";

/** A commit as far as rules about its message ask. */
interface PastCommit {
  readonly hash: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly subject: string;
  readonly body: string;
}

/** A file that a branch changed. */
export interface ChangedFile {
  readonly file: string;
  /** Undefined where it was not there. */
  readonly before: string | undefined;
  readonly after: string;
}

/** What git knows of a project. It only reads; where git fails there is nothing. */
export class GitHistory {
  readonly #git: Git;

  private constructor(git: Git) {
    this.#git = git;
  }

  static open(root: string, env: Readonly<Record<string, string | undefined>>): GitHistory | undefined {
    try {
      const git = Git.open(realpathSync.native(root), env, new Deadline(longestMs));
      return git === undefined ? undefined : new GitHistory(git);
    } catch (error) {
      if (error instanceof CannotCheck) return undefined;
      throw error;
    }
  }

  /** The newest commits that are no merges, oldest first; those of a branch if `from` is given. */
  async commits(from?: string): Promise<readonly PastCommit[]> {
    const range = from === undefined ? [] : [`${from}..HEAD`];
    const entries = await this.#list(
      "log",
      "-z",
      "--no-merges",
      "--reverse",
      `--max-count=${mostCommits}`,
      "--format=%H%x01%ct%x01%B",
      ...range,
      "--",
    );
    return entries.flatMap((entry) => {
      const [hash = "", seconds = "", message = ""] = entry.split("\u0001");
      const [subject = "", ...body] = message.trim().split("\n");
      if (hash === "") return [];
      const at = new Date(Number(seconds) * 1_000).toISOString();
      return [{ hash, at, subject, body: body.join("\n").trim() }];
    });
  }

  /** Since when each line of a file says what it says, moved or indented since or not; from 1. */
  async lineTimes(file: string): Promise<ReadonlyMap<number, string>> {
    const text = await this.#text("blame", "-w", "-M", "--line-porcelain", "--", this.#git.prefix + file);
    const times = new Map<number, string>();
    let [line, at] = [0, ""];
    for (const each of (text ?? "").split("\n")) {
      const [, hash, number] = /^([0-9a-f]{40}) \d+ (\d+)/.exec(each) ?? [];
      const [, seconds] = /^committer-time (\d+)$/.exec(each) ?? [];
      // What is not committed yet has no time of its own.
      if (number !== undefined) [line, at] = [Number(number), /^0+$/.test(hash ?? "") ? "never" : ""];
      if (seconds !== undefined && at !== "never")
        times.set(line, new Date(Number(seconds) * 1_000).toISOString());
    }
    return times;
  }

  /** Where a branch began: where it left the branch that `origin` has checked out, or `main`. */
  async began(branch: string | undefined): Promise<string | undefined> {
    const known =
      branch === undefined ? ["origin/HEAD", "origin/main", "origin/master", "main", "master"] : [branch];
    for (const each of known) {
      const found = (await this.#text("merge-base", each, "HEAD"))?.trim();
      if (found !== undefined && found !== "") return found;
    }
    return undefined;
  }

  /** The files that a branch added or changed since a commit, as they were there and as they are committed. */
  async changed(from: string): Promise<readonly ChangedFile[]> {
    const entries = await this.#list(
      "diff",
      "-z",
      "--no-renames",
      "--diff-filter=AM",
      "--name-status",
      from,
      "HEAD",
      "--",
    );
    const files: ChangedFile[] = [];
    for (let at = 0; at + 1 < entries.length && files.length < mostFiles; at += 2) {
      const path = entries[at + 1] ?? "";
      if (!path.startsWith(this.#git.prefix)) continue;
      const after = await this.#text("show", `HEAD:${path}`);
      if (after === undefined || after.includes("\0")) continue;
      const before = entries[at] === "A" ? undefined : await this.#text("show", `${from}:${path}`);
      files.push({ file: path.slice(this.#git.prefix.length), before, after });
    }
    return files;
  }

  async #text(...args: readonly string[]): Promise<string | undefined> {
    try {
      const { code, stdout } = await this.#git.run(...args);
      return code === 0 ? stdout.toString("utf8") : undefined;
    } catch (error) {
      if (error instanceof CannotCheck) return undefined;
      throw error;
    }
  }

  async #list(...args: readonly string[]): Promise<readonly string[]> {
    return (await this.#text(...args))?.split("\0") ?? [];
  }
}

/** For all that is asked of git in one command. */
const longestMs = 60_000;
const mostCommits = 5_000;
const mostFiles = 2_000;
