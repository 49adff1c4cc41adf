import type { LedgerReader } from "../../../log/store/ledger-reader.js";
import type { DirectiveRow } from "../fold/directive-row.js";
import { directives } from "../fold/directives.js";
import { type PhaseRow, phases } from "../fold/phases.js";
import { workStates } from "../fold/work-states.js";
import type { RequiredRuns } from "../required-runs.js";

/** A phase and the directives that stood in its prompts. */
export interface ShownInPhase {
  readonly row: PhaseRow | undefined;
  readonly rows: readonly DirectiveRow[];
  /** By lesson: how the commands that it requires stand. Empty where no hook watched. */
  readonly required: ReadonlyMap<string, RequiredRuns>;
}

/** The directives that stood in a prompt of the phase, once each. */
export async function directivesShownIn(reader: LedgerReader, phase: string): Promise<ShownInPhase> {
  const row = await reader.row(phases, phase);
  const rows: DirectiveRow[] = [];
  for (const lesson of new Set(row?.shown.map((each) => each.lesson))) {
    const directive = await reader.row(directives, lesson);
    if (directive !== undefined) rows.push(directive);
  }
  return { row, rows, required: await requiredIn(reader, phase, rows) };
}

/** What reads command lines is loaded only for a session that hooks watched. */
async function requiredIn(
  reader: LedgerReader,
  phase: string,
  rows: readonly DirectiveRow[],
): Promise<ReadonlyMap<string, RequiredRuns>> {
  const state = await reader.row(workStates, phase);
  if (state === undefined) return new Map();
  const { requiredRuns } = await import("../required-runs.js");
  return new Map(
    rows.flatMap((row) => {
      const runs = requiredRuns(row, state);
      return runs === undefined ? [] : [[row.lesson, runs] as const];
    }),
  );
}
