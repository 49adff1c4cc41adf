import { posix } from "node:path";
import { checkedCall } from "../../lessons/directive/check/checked-call.js";
import type { PastCall, PastStep } from "../../lessons/directive/check/past-rules.js";
import { withoutSurroundings } from "../../lessons/directive/rules/forbidden/read-call.js";
import { isoTime } from "../../log/events/time.js";
import type { Dated } from "./in-time-order.js";
import type { Entry, Transcript } from "./transcript.js";

/** Where the sessions of a project took place. */
export interface PastPlaces {
  /** The folder of the working tree around a folder, if it is one of this project. */
  readonly topOf: (folder: string) => string | undefined;
}

/** Turns what agents wrote down into what checks of rules are asked of. */
export class PastSteps {
  readonly #places: PastPlaces;
  /** Files that a session has seen or written, by their absolute paths. */
  readonly #known = new Map<string, Set<string>>();

  constructor(places: PastPlaces) {
    this.#places = places;
  }

  /** Undefined for what no check is asked of. */
  of({ transcript, entry }: Dated): PastStep | undefined {
    if (entry === undefined) return undefined;
    const { agent, session, run } = transcript;
    const at = isoTime(entry.at);
    if (entry.kind === "call") return this.#call(transcript, entry, at);
    if (run !== session) return undefined;
    if (entry.kind === "answered") return { kind: "stop", session, agent, at };
    if (entry.kind !== "prompt" || entry.typedBy === undefined) return undefined;
    return { kind: "prompt", session, agent, at, text: entry.text };
  }

  #call(
    { agent, session }: Transcript,
    { id, moment, branch }: Extract<Entry, { kind: "call" }>,
    at: string,
  ): PastCall | undefined {
    const { use, facts, output, run: thread, root: folder } = moment;
    // What a person or a hook stopped was not done.
    if (facts.rejected === true || facts.hookBlocked === true) return undefined;
    const top = this.#places.topOf(folder) ?? folder;
    const inProject = (path: string) => [pathFrom(top, folder, path)];
    const call = checkedCall(use, folder, { ...withoutSurroundings, inProject });
    const known = this.#known.get(session) ?? new Set();
    this.#known.set(session, known);
    const before = new Map(
      use.edits.map((edit) => [pathFrom(top, folder, edit.file), edit.whole ? edit.before : "there"]),
    );
    const earlier = new Set(call.read.files.filter((file) => known.has(file)));
    for (const file of [...call.read.files, ...call.read.written]) known.add(file);
    const ended = endOf(moment);
    return {
      kind: "call",
      session,
      agent,
      at,
      id,
      thread,
      call,
      branch,
      ended,
      did: didOf(use.tool, use.command, call.read.files),
      isFault: ended === "failed" && cannotRun(facts.exitCode, output),
      exists: (file) => {
        if (earlier.has(file)) return true;
        const there = before.get(file);
        return there === undefined ? undefined : there !== "";
      },
    };
  }
}

function endOf({ facts }: Extract<Entry, { kind: "call" }>["moment"]): PastCall["ended"] {
  if (facts.isError === true || (facts.exitCode ?? 0) !== 0) return "failed";
  return facts.interrupted === true ? "unknown" : "passed";
}

/** What lies in the project by its path from there, all else by its whole path. */
function pathFrom(top: string, folder: string, path: string): string {
  if (path.startsWith("~")) return path;
  const whole = posix.resolve(folder, path);
  return whole.startsWith(`${top}/`) ? whole.slice(top.length + 1) : whole;
}

const didChars = 300;

function didOf(tool: string, command: string | undefined, files: readonly string[]): string {
  return (command ?? `${tool} ${files.join(" ")}`).trim().slice(0, didChars);
}

/** How shells, task runners and package managers say that what they should run is not there. */
const notThere =
  /\b(?:command not found|is not recognized as|no such (?:command|task|script|target|recipe)|missing script|unknown (?:command|task|script)|(?:task|recipe|script|command) .{1,80} (?:not found|does not exist)|no rule to make target|no tasks? .{1,80} found)\b/i;
const outputChars = 2_000;

function cannotRun(exitCode: number | undefined, output: string): boolean {
  return exitCode === 127 || exitCode === 126 || notThere.test(output.slice(0, outputChars));
}
