import { createHash } from "node:crypto";
import { type PhaseRow, phases } from "../projections/phases.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import type { Context } from "./context.js";
import { type Receipt, recordReceipts } from "./record-receipts.js";

/** Who reviewed, and in which run. */
export interface Reviewer {
  readonly actor: string;
  readonly origin: string;
  readonly run: string | undefined;
  readonly task: string | undefined;
}

export interface ReadReview {
  readonly phase: string;
  /** What the reviewer wrote. */
  readonly output: string;
  readonly receipts: readonly Receipt[];
  /** Ids of what was not shown in the phase. */
  readonly spoofed: readonly string[];
}

/**
 * Appends what a review of a phase says, and returns the directives that escalated by it. The same output of
 * the same reviewer in one run counts once: read again, only that is new which a check finds otherwise now,
 * or which somebody has contradicted since.
 */
export async function takeReview(
  context: Context,
  writer: LedgerWriter,
  { phase, output, receipts, spoofed }: ReadReview,
  reviewer: Reviewer,
): Promise<readonly string[]> {
  const row = await writer.row(phases, phase);
  const key = keyOf(phase, row, output, reviewer);
  const readBefore = (await writer.eventByKey(key)) !== undefined;
  const fresh = readBefore ? receipts.filter(({ lesson }) => !stands(lesson, receipts, row)) : receipts;
  if (readBefore && fresh.length === 0) return [];
  await writer.append({
    type: "output-read",
    data: {
      verb: "review",
      phase,
      receipts: fresh.length,
      spoofed: readBefore ? [] : spoofed.map((id) => id.slice(0, 200)).slice(0, 100),
      ambiguous: [],
    },
    ...reviewer,
    key: readBefore ? undefined : key,
  });
  return recordReceipts(context, writer, fresh, reviewer);
}

/** A phase of the same name that begins again is another one. */
function keyOf(phase: string, row: PhaseRow | undefined, output: string, { run, origin }: Reviewer): string {
  const facts = JSON.stringify([phase, row?.begunAt, run, origin, output]);
  return `review ${createHash("sha256").update(facts).digest("hex").slice(0, 32)}`;
}

/**
 * Whether the last that is on record of a directive in this phase is what the review says of it. Of a check
 * and a reviewer's word both are new or none: their order decides which of them stands.
 */
function stands(lesson: string, receipts: readonly Receipt[], row: PhaseRow | undefined): boolean {
  const said = receipts.filter((receipt) => receipt.lesson === lesson);
  const last = (row?.receipts[lesson] ?? []).slice(-said.length);
  return said.every(
    ({ kind, source }, place) => last[place]?.kind === kind && last[place]?.source === source,
  );
}
