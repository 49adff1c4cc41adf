import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { digest } from "../../base/text/digest.js";
import type { SeenCall } from "../failure/rules/call.js";

/** A call of a thread; a failed one with what it is known as. */
export interface ThreadCall extends SeenCall {
  readonly lesson?: string;
}

/** As many calls as a remedy is looked for in, and the failed one. */
const callsKept = 13;
/** A file is written anew when it has so many. */
const callsWritten = 4 * callsKept;
/** A thread that was silent for so long is over. */
const keptMs = 7 * 86_400_000;
const linesKept = 60;
const lineChars = 300;
const textChars = 4_000;

/**
 * The last calls of each agent's thread, masked: what mines remedies needs, and the log does not hold. A small
 * file for each thread, so that a command after each call does as well as a server. It may be lost: then fewer
 * remedies are found, and nothing else changes.
 */
export class Threads {
  readonly #folder: string | undefined;
  readonly #past = new Map<string, readonly ThreadCall[]>();

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** The thread with one call more, the oldest first. Never throws: an agent's work does not depend on it. */
  with(thread: string, call: ThreadCall, session: "live" | "past"): readonly ThreadCall[] {
    const kept = shortened(call);
    // A session that is over is read in one go.
    const folder = session === "past" ? undefined : this.#folder;
    const before = folder === undefined ? (this.#past.get(thread) ?? []) : read(folder, thread);
    const after = [...before, kept].slice(-callsKept);
    if (folder === undefined) this.#past.set(thread, after);
    else write(folder, thread, kept, { after, isLong: before.length >= callsWritten });
    return [...after.slice(0, -1), call];
  }

  /** A forgotten text may stand in any of them. */
  forget(): void {
    this.#past.clear();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

function read(folder: string, thread: string): readonly ThreadCall[] {
  try {
    return readFileSync(fileOf(folder, thread), "utf8").split("\n").flatMap(callIn);
  } catch {
    // It is the first call of the thread.
    return [];
  }
}

function write(
  folder: string,
  thread: string,
  call: ThreadCall,
  { after, isLong }: { readonly after: readonly ThreadCall[]; readonly isLong: boolean },
): void {
  const file = fileOf(folder, thread);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isLong) writeFileSync(file, after.map(lineOf).join(""), { mode: 0o600 });
    else appendFileSync(file, lineOf(call), { mode: 0o600 });
    if (after.length === 1) removeOld(folder, statSync(file).mtimeMs);
  } catch {
    // `doctor` checks whether this folder can be written.
    return;
  }
}

function shortened(call: ThreadCall): ThreadCall {
  return {
    ...call,
    text: call.text.slice(0, textChars),
    lines: call.lines.slice(-linesKept).map((line) => line.slice(0, lineChars)),
  };
}

function fileOf(folder: string, thread: string): string {
  return join(folder, `${digest(thread)}.jsonl`);
}

function lineOf(call: ThreadCall): string {
  return `${JSON.stringify(call)}\n`;
}

/** A line that was cut off by a crash is no call. */
function callIn(line: string): readonly ThreadCall[] {
  if (line === "") return [];
  try {
    return [JSON.parse(line) as ThreadCall];
  } catch {
    return [];
  }
}

function removeOld(folder: string, now: number): void {
  for (const name of readdirSync(folder))
    if (statSync(join(folder, name)).mtimeMs < now - keptMs) rmSync(join(folder, name), { force: true });
}
