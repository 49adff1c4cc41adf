import { isWarning } from "../../lessons/insight/rules/insight-line.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";

/** One run: what it was shown, and how it was reported to end. */
export interface RunRow {
  readonly run: string;
  readonly shown: readonly Shown[];
  /** Its briefs, the newest of them. One that showed nothing is kept only as the first. */
  readonly briefs: readonly string[];
  /** What a validator refuted in it: these get no credit when the work held in the end. */
  readonly refuted: readonly string[];
  /** How its end counts for what it was shown, once that is known. */
  readonly scored: { readonly result: "held" | "failed"; readonly lessons: readonly string[] } | null;
}

interface Shown {
  readonly lesson: string;
  readonly role: string | null;
  /** It was shown as something to avoid. */
  readonly warned: boolean;
  /** A call was stopped with it, once. */
  readonly stopped: boolean;
  /** The conversation holds it still: it did not begin anew since, and was not compacted. */
  readonly held: boolean;
}

/** More than any prompts of one run can hold. */
const shownKept = 1_000;
const briefsKept = 20;

/** Runs by their id. */
export const runs: Projection<RunRow, null> = {
  ...views.runs,
  on: {
    "lesson-exposed": {
      keys: ({ run }) => (run === undefined ? [] : [run]),
      evolve: (row, { data: { lesson, role = null, text, moment } }, _settings, run) => {
        const before = row ?? unknownRun(run);
        const shown = { lesson, role, warned: isWarning(text), stopped: moment === "call", held: true };
        const known = before.shown.find(
          (each) =>
            each.lesson === lesson &&
            each.role === role &&
            each.warned === shown.warned &&
            each.stopped === shown.stopped,
        );
        if (known?.held === true) return before;
        const others = before.shown.filter((each) => each !== known);
        return { ...before, shown: [...others, shown].slice(-shownKept) };
      },
    },
    "brief-made": {
      keys: ({ run }) => (run === undefined ? [] : [run]),
      evolve: (row, { id, data }, _settings, run) => {
        const before =
          data.moment === "start" && !data.fresh ? begunAnew(row, run) : (row ?? unknownRun(run));
        // A host asks before every prompt of a long session: what it was shown at first must not be
        // forgotten.
        if (data.shown === 0 && before.briefs.length > 0) return before;
        return { ...before, briefs: [...before.briefs, id].slice(-briefsKept) };
      },
    },
    "verdict-recorded": {
      keys: ({ run, data }) => (run === undefined || data.penalised.length === 0 ? [] : [run]),
      evolve: (row, { data }, _settings, run) => {
        const before = row ?? unknownRun(run);
        const refuted = new Set([...before.refuted, ...data.penalised.map(({ lesson }) => lesson)]);
        return { ...before, refuted: [...refuted].slice(-shownKept) };
      },
    },
    "outcome-scored": {
      keys: ({ run }) => (run === undefined ? [] : [run]),
      evolve: (row, { data: { result, lessons } }, _settings, run) => ({
        ...(row ?? unknownRun(run)),
        scored: { result: result === "held" ? "held" : "failed", lessons },
      }),
    },
  },
};

/** What a conversation held before it began anew, or was compacted, counts as not said. */
function begunAnew(row: RunRow | undefined, run: string): RunRow {
  if (row === undefined) return unknownRun(run);
  return { ...row, shown: row.shown.map((each) => (each.held ? { ...each, held: false } : each)) };
}

function unknownRun(run: string): RunRow {
  return { run, shown: [], briefs: [], refuted: [], scored: null };
}
