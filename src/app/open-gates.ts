import { isoTime } from "../events/time.js";
import { newestFirst, openPhases } from "../projections/list-keys.js";
import type { PhaseRow } from "../projections/phases.js";
import { views } from "../projections/views.js";
import type { LedgerReader } from "../store/ledger-reader.js";

const dayMs = 86_400_000;
/** A session that was killed tells no end: after this it is taken for over. */
const daysLookedAt = 7;
const phasesShown = 3;

/** Phases of the last seven days that began and did not end. */
export interface OpenGates {
  readonly open: number;
  /** The last of them to begin, newest first. */
  readonly newest: readonly OpenGate[];
}

interface OpenGate {
  readonly phase: string;
  readonly begunAt: string;
  /** Directives that stood in its prompts, and those of them that nobody has given a word on. */
  readonly shown: number;
  readonly unanswered: number;
  /** How often in a row the gate was asked and stayed closed. */
  readonly denials: number;
  /** What kept it closed, the last time it was asked. */
  readonly missing: readonly { readonly lesson: string; readonly reason: string }[];
}

export async function openGates(reader: LedgerReader, now: number): Promise<OpenGates> {
  const before = openPhases + newestFirst(isoTime(now - daysLookedAt * dayMs));
  const open = await reader.countPlaces(views.phases, { list: openPhases, before });
  const limit = Math.min(open, phasesShown);
  const newest =
    limit === 0 ? [] : await reader.rowsFrom<PhaseRow>(views.phases, { list: openPhases, limit });
  return { open, newest: newest.map(({ row }) => gateOf(row)) };
}

function gateOf({ phase, begunAt, shown, receipts, denials }: PhaseRow): OpenGate {
  const lines = denials.reasons === "" ? [] : denials.reasons.split("\n");
  return {
    phase,
    begunAt: begunAt ?? "",
    shown: shown.length,
    unanswered: shown.filter(({ lesson }) => (receipts[lesson] ?? []).length === 0).length,
    denials: denials.count,
    missing: lines.map((line) => {
      const [lesson = "", reason = ""] = line.split(" ");
      return { lesson, reason };
    }),
  };
}
