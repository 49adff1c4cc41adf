import type { EventData } from "../../log/events/catalog.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { type Chosen, recordChosen } from "../trial/show-lessons.js";

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
export async function recordBrief<Line extends { readonly lesson: string; readonly text: string }>(
  writer: LedgerWriter,
  data: EventData<"brief-made">,
  chosen: Chosen<Line>,
  about: BriefCaller,
) {
  const { role, phase, moment } = data;
  const { id } = await writer.append({ type: "brief-made", data, ...about });
  const run = about.run ?? id;
  const showing = { verb: "brief", moment, role, brief: id, phase, ...about, run, fresh: false } as const;
  return { id, run, shown: await recordChosen(writer, showing, chosen) };
}
