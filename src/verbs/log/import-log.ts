import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { directives } from "../../lessons/directive/fold/directives.js";
import { eventLine, type RecordedEvent } from "../../log/events/envelope.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../call/context.js";
import { field } from "../call/field.js";
import type { Immutable } from "../call/immutable.js";
import { foreignEvent } from "./foreign-events.js";
import { type CheckedExport, eventsOf, recordedEvent } from "./read-export.js";

export const importOutput = z.strictObject({
  read: field("The number of events in the export.", z.int()),
  appended: field("The number of events that were appended.", z.int()),
  known: field("The number of events that the project already had.", z.int()),
  leftOut: field("The number of events that only count with the origins that they name.", z.int()),
});

export type ImportResult = Immutable<z.output<typeof importOutput>>;

/**
 * Appends the events of an export that this log does not have, in their order, all or none of them.
 * Into an empty log they keep their places, so that the next export has the same bytes.
 */
export async function importEvents(
  context: Context,
  given: CheckedExport,
  /** The origin of everything in it, unless a person vouches for the origins that it names. */
  markedAs?: string,
): Promise<ImportResult> {
  context.beforeWriting();
  const { project } = context.ledger;
  return context.ledger.write(async (writer) => {
    const here = await directivesHere(writer, given.directives);
    const counts = { read: given.events, appended: 0, known: 0, leftOut: 0 };
    for (const named of eventsOf(given)) {
      const line =
        markedAs === undefined ? named : foreignEvent(named, markedAs, { here, forgotten: given.forgotten });
      const event = line && recordedEvent(line, project);
      if (event === undefined) counts.leftOut += 1;
      else if (await isRecorded(writer, event, markedAs)) counts.known += 1;
      else {
        await writer.appendRecorded({ ...event, seq: (await writer.head()) + 1 });
        counts.appended += 1;
      }
    }
    return counts;
  });
}

/** Whether the log has the event. Refuses one that the log contradicts. */
async function isRecorded(writer: LedgerWriter, event: RecordedEvent, markedAs?: string): Promise<boolean> {
  const present = await writer.recordedById(event.id);
  if (present !== undefined) {
    refuseConflict(present, markedAs === undefined ? event : { ...event, origin: present.origin });
    return true;
  }
  refuseTakenKey(event, event.key === undefined ? undefined : await writer.eventByKey(event.key));
  return false;
}

/** Those of the directives that are here already and did not come in by an import themselves. */
async function directivesHere(
  writer: LedgerWriter,
  lessons: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const here = new Set<string>();
  for (const lesson of lessons) {
    const row = await writer.row(directives, lesson);
    if (row !== undefined && !row.origin.startsWith("import:")) here.add(row.lesson);
  }
  return here;
}

/**
 * Events never change, except that a text may have been forgotten on one side: what differs in more than its
 * data is a conflict.
 */
function refuseConflict(present: RecordedEvent, event: RecordedEvent): void {
  const bare = (each: RecordedEvent) => eventLine({ ...each, seq: 0, data: "{}" });
  if (bare(present) === bare(event)) return;
  throw new WhetstoneError(
    "invalid_input",
    `event ${event.id} is here already, with other content. Nothing was imported.`,
    {
      field: "id",
      next: "import into another project, or remove that event from the file and export it again",
      values: { id: event.id },
    },
  );
}

function refuseTakenKey(event: RecordedEvent, holder: { readonly id: string } | undefined): void {
  if (holder === undefined) return;
  throw new WhetstoneError(
    "invalid_input",
    `the key '${event.key}' of event ${event.id} belongs to event ${holder.id} here. Nothing was imported.`,
    {
      field: "key",
      next: "the two logs recorded the same work separately: choose one of them",
      values: { key: event.key, id: event.id, holder: holder.id },
    },
  );
}
