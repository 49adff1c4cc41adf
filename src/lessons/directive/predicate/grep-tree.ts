import { setImmediate } from "node:timers/promises";
import { createContext, Script } from "node:vm";
import { CannotCheck } from "../../../base/process/cannot-check.js";
import type { Environment } from "../../../base/process/child-environment.js";
import type { Deadline } from "../../../base/process/deadline.js";
import { FolderKinds } from "./folder-kinds.js";
import { compileGlob } from "./glob.js";
import { compileLineRegex, type LineRegex } from "./line-regex.js";
import { failedBecause, type Predicate, type PredicateMatch, type PredicateResult } from "./predicate.js";
import { type FileText, TextReader } from "./read-text.js";
import { treeFiles } from "./tree-files.js";

/** Sources are smaller; what is larger was made by a program, and the glob can leave it out. */
const fileMaxBytes = 5 * 1024 * 1024;
const maxMatches = 20;
/** How long this process does nothing else: less than a person notices. */
const sliceMs = 20;
/** The longest time that one file may block the process. The engine reads 5 MB in well under a second. */
const fileMaxMs = 3_000;

/**
 * Passes when no line of the files that the glob names matches. A file that cannot be read is a file that may
 * match.
 */
export async function grepTree(
  predicate: Extract<Predicate, { kind: "grep" }>,
  root: string,
  env: Environment,
  deadline: Deadline,
): Promise<PredicateResult> {
  const glob = compileGlob(predicate.glob);
  if ("error" in glob) throw new CannotCheck(`the glob ${glob.error}`);
  const compiled = compileLineRegex(predicate.pattern);
  if ("error" in compiled) throw new CannotCheck(`the regex ${compiled.error}`);
  const files = (await treeFiles(root, env, deadline)).filter(glob.matches);
  const search = new Search(root, compiled.regex, deadline);
  let next = 0;
  while (next < files.length && !search.full) {
    deadline.check();
    next = search.slice(files, next);
    await setImmediate();
  }
  if (files.length === 0)
    return { passed: true, reason: `no file fits the glob ${predicate.glob}`, empty: true };
  return search.result(files.length);
}

class Search {
  readonly #regex: LineRegex;
  readonly #deadline: Deadline;
  readonly #folders: FolderKinds;
  readonly #reader: TextReader;
  readonly #matches: PredicateMatch[] = [];
  #unread: string | undefined;

  constructor(root: string, regex: LineRegex, deadline: Deadline) {
    this.#regex = regex;
    this.#deadline = deadline;
    this.#reader = new TextReader(root, fileMaxBytes);
    this.#folders = new FolderKinds(root);
  }

  get full(): boolean {
    return this.#matches.length === maxMatches;
  }

  /** Searches for a short while and returns the index of the first file that is left. */
  slice(files: readonly string[], start: number): number {
    let next = start;
    const done = interruptible(Math.min(this.#deadline.leftMs(), fileMaxMs), () => {
      const pause = process.hrtime.bigint() + BigInt(sliceMs) * 1_000_000n;
      for (; next < files.length && !this.full && process.hrtime.bigint() < pause; next += 1) {
        this.#file(files[next] ?? "");
      }
    });
    if (done === undefined) throw new CannotCheck(`${files[next]} took too long to check`);
    return next;
  }

  #file(file: string): void {
    const content = this.#content(file);
    if (content === undefined) return;
    if ("unread" in content) this.#unread ??= `${file} ${content.unread}`;
    else {
      const lines = this.#regex.linesIn(content.text, maxMatches - this.#matches.length);
      this.#matches.push(...lines.map((line) => ({ file, line })));
    }
  }

  #content(file: string): FileText {
    // Its real name has bytes that a text cannot hold, so it cannot be opened by this one.
    if (file.includes("\ufffd")) return { unread: "has a name that is not UTF-8" };
    const around = this.#folders.around(file);
    if (around === "link") return { unread: "lies behind a link" };
    return around === "absent" ? undefined : this.#reader.read(file);
  }

  result(files: number): PredicateResult {
    const [first] = this.#matches;
    if (first !== undefined) {
      const more = this.#matches.length - 1;
      const others = more === 0 ? "" : ` and ${this.full ? "at least " : ""}${more} more`;
      return { ...failedBecause(`matches ${first.file}:${first.line}${others}`), matches: this.#matches };
    }
    if (this.#unread !== undefined) return failedBecause(this.#unread);
    return { passed: true, reason: `no line of ${files} files matches` };
  }
}

const script = new Script("work()");

/**
 * Runs synchronous work that may not end in time: `undefined` when it was cut off after `limitMs`. A regex
 * engine cannot be asked to look at the clock, and a worker thread would need a file of its own in every
 * bundle. What the work was changing may be half changed afterwards: throw it away.
 */
function interruptible<Result>(limitMs: number, work: () => Result): { readonly result: Result } | undefined {
  try {
    const context = createContext(Object.assign(Object.create(null), { work }));
    return { result: script.runInContext(context, { timeout: Math.max(1, Math.ceil(limitMs)) }) };
  } catch (error) {
    // Thrown in the new context, so it is not an Error of this one.
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
}
