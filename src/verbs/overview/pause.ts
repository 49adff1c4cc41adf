import { hostname } from "node:os";
import * as z from "zod/mini";
import { digest } from "../../base/text/digest.js";
import type { PhaseRow } from "../../lessons/directive/fold/phases.js";
import { epochMs } from "../../log/events/time.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../log/views.js";
import type { PauseRow } from "../../runs/fold/pauses.js";
import type { Context } from "../call/context.js";
import { field } from "../call/field.js";

export const pauseOutput = z.strictObject({
  until: field("When lessons are shown again; null for the pause of a session.", z.nullable(z.string())),
  session: field("The session that is shown nothing; null where all are.", z.nullable(z.string())),
  by: field("Who paused them.", z.string()),
  at: field("Since when.", z.string()),
});

export type Pause = z.output<typeof pauseOutput>;

/** A pause is a person's on a machine: in a team it silences nobody else's agents. */
export function pausePlace({ places }: Context): string {
  return digest(`${hostname()}\n${places.data}`);
}

/** The pause that holds now, of all sessions or of one that is not over; undefined without one. */
export async function pauseNow(context: Context, reader: LedgerReader): Promise<Pause | undefined> {
  const row = await reader.row<PauseRow>(views.pauses, pausePlace(context));
  if (row === undefined) return undefined;
  if (row.session === null) return context.clock() < epochMs(row.until ?? row.at) ? { ...row } : undefined;
  return (await reader.row<PhaseRow>(views.phases, row.session))?.ended === true ? undefined : { ...row };
}

/** Whether a session, or a caller that names none, is told nothing now. */
export async function isPaused(
  context: Context,
  reader: LedgerReader,
  session: string | undefined,
): Promise<boolean> {
  const pause = await pauseNow(context, reader);
  return pause !== undefined && (pause.session === null || pause.session === session);
}

/** The pause in one line for a person. */
export function pauseText({ until, session, by }: Pause): string {
  const how = until === null ? `in session ${session}` : `until ${until.slice(0, 16).replace("T", " ")} UTC`;
  return `${how} by ${by}; enforced and bound rules hold; 'whetstone resume' ends it`;
}
