import type { EventOf } from "../../../log/events/catalog.js";
import { leftPhases, newestFirst, openPhases } from "../../../log/list-keys.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";
import { reasonsOf } from "../rules/gate.js";
import { isDirective } from "./directives.js";

/** One phase of work: the directives in its prompts, and the receipts for them. */
export interface PhaseRow {
  readonly phase: string;
  readonly baseCommit: string | null;
  /** When it began; null for one that was never begun. */
  readonly begunAt: string | null;
  readonly shown: readonly ShownInPhase[];
  /**
   * By lesson: the last of each kind from each source, vouched for or not, oldest first. What was not taken
   * back is never pushed out.
   */
  readonly receipts: Readonly<Record<string, readonly PhaseReceipt[]>>;
  /** Denials in a row for the same reasons. */
  readonly denials: { readonly reasons: string; readonly count: number };
  /** What was accepted by an override, until it is shown again. */
  readonly accepted: readonly string[];
  /** The gate let it pass, or a person overrode it, and nothing has opened it again. */
  readonly ended: boolean;
  /** It has ended, whatever its gate said, and since then no gate was asked and no directive shown in it. */
  readonly over: boolean;
  /** An agent's session was over while its gate was closed, and nobody has let it pass since. */
  readonly left: boolean;
  /** Insight candidates that no reflection has folded yet, bounded. */
  readonly candidates: readonly { readonly seq: number; readonly signature: string }[];
  /** Tool calls that failed, and how many of them failed as one before them did. */
  readonly failures: number;
  readonly repeated: number;
  /** The newest failure; null without one. */
  readonly failedAt: string | null;
  /** When something last happened in it. */
  readonly lastAt: string;
}

/** A directive, with the first prompt that held it. */
interface ShownInPhase {
  readonly lesson: string;
  readonly role: string | null;
  readonly run: string | null;
  readonly brief: string | null;
  /** What its check compares files with: that of the phase when it was first shown, also after a new begin. */
  readonly baseCommit: string | null;
}

interface PhaseReceipt {
  readonly kind: EventOf<"receipt-recorded">["data"]["kind"];
  readonly source: EventOf<"receipt-recorded">["data"]["source"];
  readonly seq: number;
  /** A reason or evidence was given, then or before: repeating an answer without it takes nothing back. */
  readonly explained: boolean;
  /** A channel that knows who speaks brought it. */
  readonly vouched: boolean;
}

/** More directives than a project has. */
const shownKept = 10_000;
const candidatesKept = 200;

/** Phases whose failures have not been folded yet; the one whose newest failure is oldest comes first. */
export const unfoldedList = "unfolded\u001e";

/** Phases by their name. */
export const phases: Projection<PhaseRow, null> = {
  ...views.phases,
  places: ({ candidates, failedAt, begunAt, ended, over, left, lastAt }) => [
    ...(candidates.length === 0 || failedAt === null ? [] : [unfoldedList + failedAt]),
    ...(begunAt === null || ended || over ? [] : [openPhases + newestFirst(lastAt)]),
    ...(left ? [leftPhases + newestFirst(lastAt)] : []),
  ],
  on: {
    "phase-begun": {
      keys: ({ data }) => [data.phase],
      // A phase of the same name that begins again starts from nothing but what was open.
      evolve: (row, { data: { baseCommit = null, carried }, at }, _settings, phase) => ({
        ...unknownPhase(phase, at),
        baseCommit,
        begunAt: at,
        ...carriedOver(row, carried),
      }),
    },
    "lesson-exposed": {
      keys: ({ data: { phase, lesson } }) => (phase === undefined || !isDirective(lesson) ? [] : [phase]),
      evolve: (row, { data: { lesson, role = null, brief = null }, run = null, at }, _settings, phase) => {
        const before = seenAt(row, phase, at);
        const accepted = before.accepted.filter((each) => each !== lesson);
        const known = before.shown.some((each) => each.lesson === lesson);
        const shown = known
          ? before.shown
          : [...before.shown, { lesson, role, run, brief, baseCommit: before.baseCommit }].slice(-shownKept);
        return { ...before, shown, accepted, ended: false, over: false, left: false };
      },
    },
    "receipt-recorded": {
      keys: ({ data: { phase } }) => (phase === undefined ? [] : [phase]),
      evolve: (row, { data, seq, at }, _settings, phase) => {
        const { lesson, kind, source, detail, witness } = data;
        const before = seenAt(row, phase, at);
        const all = before.receipts[lesson] ?? [];
        const vouched = witness !== undefined;
        const same = all.find(
          (each) => each.kind === kind && each.source === source && each.vouched === vouched,
        );
        const explained = detail !== undefined || same?.explained === true;
        const mine = [...all.filter((each) => each !== same), { kind, source, seq, explained, vouched }];
        const ended = before.ended && kind !== "violated" && kind !== "contradicted";
        return { ...before, receipts: { ...before.receipts, [lesson]: mine }, ended };
      },
    },
    "gate-evaluated": {
      keys: ({ data }) => [data.phase],
      // To ask the gate does not make a phase known.
      evolve: (row, { data: { passed, blocks }, at }) => {
        if (row === undefined || passed)
          return row && { ...row, denials: noDenials, ended: true, left: false };
        const reasons = reasonsOf(blocks);
        const count = reasons === row.denials.reasons ? row.denials.count + 1 : 1;
        // To look at the gate of a session that was left settles nothing: it waits as before.
        return { ...row, denials: { reasons, count }, ended: false, over: row.left, lastAt: at };
      },
    },
    "gate-overridden": {
      keys: ({ data }) => [data.phase],
      evolve: (row, { data: { lessons } }) =>
        row && {
          ...row,
          accepted: [...new Set([...row.accepted, ...lessons])],
          denials: noDenials,
          ended: true,
          left: false,
        },
    },
    "phase-ended": {
      keys: ({ data }) => [data.phase],
      // A person who ends it has seen what is open.
      evolve: (row, { origin }) =>
        row && { ...row, over: true, left: !row.ended && row.denials.count > 0 && origin !== "human" },
    },
    "reflection-recorded": {
      keys: ({ data: { phase, signature } }) =>
        phase === undefined || signature === undefined ? [] : [phase],
      evolve: (row, { data: { signature = "" }, seq, at }, _settings, phase) => {
        const before = seenAt(row, phase, at);
        const candidates = [...before.candidates, { seq, signature }].slice(-candidatesKept);
        const again = before.candidates.some((each) => each.signature === signature);
        const repeated = before.repeated + (again ? 1 : 0);
        return { ...before, candidates, failures: before.failures + 1, repeated, failedAt: at };
      },
    },
    "phase-reflected": {
      keys: ({ data }) => [data.phase],
      evolve: (row, { at }, _settings, phase) => ({ ...(row ?? unknownPhase(phase, at)), candidates: [] }),
    },
  },
};

const noDenials = { reasons: "", count: 0 };

/** What was open when a phase of the same name began again. */
function carriedOver(row: PhaseRow | undefined, carried: readonly string[]): Partial<PhaseRow> {
  if (row === undefined || carried.length === 0) return {};
  const kept = Object.entries(row.receipts).filter(([lesson]) => carried.includes(lesson));
  return {
    shown: row.shown.filter(({ lesson }) => carried.includes(lesson)),
    receipts: Object.fromEntries(kept),
    denials: row.denials,
  };
}

/** The phase in which something happens now. */
function seenAt(row: PhaseRow | undefined, phase: string, at: string): PhaseRow {
  return row === undefined ? unknownPhase(phase, at) : { ...row, lastAt: at };
}

function unknownPhase(phase: string, at: string): PhaseRow {
  return {
    phase,
    baseCommit: null,
    begunAt: null,
    shown: [],
    receipts: {},
    denials: noDenials,
    accepted: [],
    ended: false,
    over: false,
    left: false,
    candidates: [],
    failures: 0,
    repeated: 0,
    failedAt: null,
    lastAt: at,
  };
}
