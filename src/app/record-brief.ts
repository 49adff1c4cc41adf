import type { EventData } from "../events/catalog.js";
import type { LedgerWriter } from "../store/ledger-writer.js";

interface Line {
  readonly lesson: string;
  readonly text: string;
}

/** Who asked for a brief, and in which run. */
export interface BriefCaller {
  readonly actor: string;
  readonly origin: string;
  readonly task: string | undefined;
  readonly run: string | undefined;
}

/**
 * What was shown is on record before the caller gets it: else a role could confirm what it was just shown.
 */
export async function recordBrief(
  writer: LedgerWriter,
  data: EventData<"brief-made">,
  lines: readonly Line[],
  about: BriefCaller,
): Promise<{ id: string; run: string; exposures: readonly string[] }> {
  const { role, phase } = data;
  const { id } = await writer.append({ type: "brief-made", data, ...about });
  const run = about.run ?? id;
  const exposures: string[] = [];
  for (const { lesson, text } of lines) {
    const exposure = { lesson, verb: "brief" as const, role, brief: id, phase, text, probability: 1 };
    const event = await writer.append({ type: "lesson-exposed", data: exposure, ...about, run });
    exposures.push(event.id);
  }
  return { id, run, exposures };
}
