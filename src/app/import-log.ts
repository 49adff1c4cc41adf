import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { WhetstoneError } from "../errors.js";
import { definitionOf, upcast } from "../events/catalog.js";
import { envelope, givenTime, lineOf, type RecordedEvent } from "../events/envelope.js";
import { isDeeperThan, levelsAtMost } from "../json.js";
import { directives, isDirective } from "../projections/directives.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { wellFormedValue } from "../text/well-formed.js";
import type { Context } from "./context.js";
import { field } from "./field.js";
import { foreignEvents } from "./foreign-events.js";
import type { Immutable } from "./immutable.js";

/** The newest format of an export that this version writes and reads. */
export const exportFormat = 1;

const header = z.strictObject({ whetstone: z.literal("log"), format: z.int() });
const footer = z.strictObject({ events: z.int(), sha256: z.string() });
const eventLine = z.extend(envelope, { at: givenTime, data: z.record(z.string(), z.unknown()) });

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
  given: readonly RecordedEvent[],
  /** The origin of everything in it, unless a person vouches for the origins that it names. */
  markedAs?: string,
): Promise<ImportResult> {
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const { events, leftOut } =
      markedAs === undefined
        ? { events: given, leftOut: 0 }
        : foreignEvents(given, markedAs, await directivesHere(writer, given));
    let appended = 0;
    for (const event of events) {
      const present = await writer.recordedById(event.id);
      if (present !== undefined) {
        refuseConflict(present, markedAs === undefined ? event : { ...event, origin: present.origin });
        continue;
      }
      refuseTakenKey(event, event.key === undefined ? undefined : await writer.eventByKey(event.key));
      await writer.appendRecorded({
        ...event,
        project: context.ledger.project,
        seq: (await writer.head()) + 1,
      });
      appended += 1;
    }
    return { read: given.length, appended, known: events.length - appended, leftOut };
  });
}

/** Tells which directives are here already and did not come in by an import themselves. */
async function directivesHere(
  writer: LedgerWriter,
  given: readonly RecordedEvent[],
): Promise<(lesson: string) => boolean> {
  const here = new Set<string>();
  for (const lesson of new Set(given.map(directiveOf))) {
    const row = lesson === undefined ? undefined : await writer.row(directives, lesson);
    if (row !== undefined && !row.origin.startsWith("import:")) here.add(row.lesson);
  }
  return (lesson) => here.has(lesson);
}

function directiveOf({ data }: RecordedEvent): string | undefined {
  const { lesson } = JSON.parse(data) as { readonly lesson?: unknown };
  return typeof lesson === "string" && isDirective(lesson) ? lesson : undefined;
}

/**
 * Reads and checks a whole export, before anything is written. What it says is taken as it stands, but for
 * broken characters, which an older version may have let in.
 */
export function readExport(lines: readonly string[]): readonly RecordedEvent[] {
  const first = parseLine(header, lines[0], 1);
  if (first.format > exportFormat) throw newerExport(first.format);
  const sealed = lines.slice(0, -1);
  const last = parseLine(
    footer,
    lines.at(-1),
    lines.length,
    "it is cut off: the last line must be the footer with the count",
  );
  const sum = createHash("sha256")
    .update(sealed.map((line) => `${line}\n`).join(""))
    .digest("hex");
  const events = sealed.slice(1).map((line, index) => readEventLine(line, index + 2));
  if (last.events !== events.length)
    throw badLine(lines.length, `the footer counts ${last.events} events, there are ${events.length}`);
  if (last.sha256 !== sum)
    throw badLine(lines.length, "the lines are not those that were exported: the hash differs");
  return events;
}

function readEventLine(line: string, number: number): RecordedEvent {
  const { data, ...rest } = parseLine(eventLine, line, number);
  const recorded = { ...rest, project: "", data: JSON.stringify(data) } as RecordedEvent;
  const definition = definitionOf(recorded.type, recorded.v);
  const checked = definition.data.safeParse(upcast(definition, recorded).data);
  if (!checked.success) throw badLine(number, describe(checked.error, "data"));
  return recorded;
}

function parseLine<T>(schema: z.ZodMiniType<T>, line: string | undefined, number: number, hint?: string): T {
  const value = jsonOf(line, number, hint);
  if (isDeeperThan(value, levelsAtMost))
    throw badLine(number, `it is nested more than ${levelsAtMost} levels deep`);
  const parsed = schema.safeParse(wellFormedValue(value));
  if (parsed.success) return parsed.data;
  throw badLine(number, hint ?? describe(parsed.error));
}

function jsonOf(line: string | undefined, number: number, hint?: string): unknown {
  try {
    return JSON.parse(line ?? "");
  } catch (cause) {
    throw badLine(number, hint ?? "it is not JSON", cause);
  }
}

function describe(error: z.core.$ZodError, prefix?: string): string {
  const [issue] = error.issues;
  const field = [...(prefix === undefined ? [] : [prefix]), ...(issue?.path ?? [])].join(".");
  return `'${field}' does not fit the schema (${issue?.code ?? "unknown"})`;
}

/**
 * Events never change, except that a text may have been forgotten on one side: what differs in more than its
 * data is a conflict.
 */
function refuseConflict(present: RecordedEvent, event: RecordedEvent): void {
  const bare = (each: RecordedEvent) => lineOf({ ...each, seq: 0, data: "{}" });
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

function badLine(line: number, why: string, cause?: unknown): WhetstoneError {
  return new WhetstoneError("invalid_input", `line ${line} of the export: ${why}. Nothing was imported.`, {
    field: `line ${line}`,
    next: "export again, or take an unchanged copy of the file",
    values: { line },
    cause,
  });
}

function newerExport(format: number): WhetstoneError {
  return new WhetstoneError(
    "newer_format",
    `this export has format ${format}, and this version of Whetstone knows ${exportFormat}`,
    {
      next: "update Whetstone",
      values: { format, known: exportFormat },
    },
  );
}
