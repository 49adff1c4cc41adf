import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { isDeeperThan, levelsAtMost } from "../../base/json.js";
import { mayHoldUnstorable, wellFormedValue } from "../../base/text/well-formed.js";
import { isDirective } from "../../lessons/directive/fold/directives.js";
import { definitionOf, upcast } from "../../log/events/catalog.js";
import { envelope, givenTime, type RecordedEvent } from "../../log/events/envelope.js";
import { logFormat, olderFormat } from "../../log/events/format.js";
import { isoTime, readTime } from "../../log/events/time.js";

const header = z.strictObject({ whetstone: z.literal("log"), format: z.int() });
const footer = z.strictObject({ events: z.int(), sha256: z.string() });
const eventLine = z.extend(envelope, { at: givenTime, data: z.record(z.string(), z.unknown()) });

type Seal = z.output<typeof footer>;

/**
 * An export that was checked from its first line to its last. Its events are not kept, because there may be
 * more than fit into memory: the import reads the lines again.
 */
export interface CheckedExport extends Seal {
  readonly lines: Iterable<string>;
  /** The lessons whose texts were forgotten there. */
  readonly forgotten: ReadonlySet<string>;
  /** The directives that it speaks of. */
  readonly directives: ReadonlySet<string>;
}

/** Checks a whole export, before anything is written. `lines` starts from the first line each time. */
export function checkExport(lines: Iterable<string>): CheckedExport {
  const [forgotten, directives] = [new Set<string>(), new Set<string>()];
  const seal = eachSealed(lines, (line, number) => {
    const { type, data } = checkedLine(line, number);
    const { lesson } = data;
    if (typeof lesson !== "string") return;
    if (type === "lesson-forgotten") forgotten.add(lesson);
    if (isDirective(lesson)) directives.add(lesson);
  });
  return { lines, ...seal, forgotten, directives };
}

/**
 * The events of an export that was checked. What it says is taken as it stands, but for broken characters,
 * which an older version may have let in. Throws at the end if the lines are others by now.
 */
export function* eventsOf({ lines, sha256 }: CheckedExport): Generator<EventLine, void, undefined> {
  const sealed = sealedLines(lines);
  let number = 1;
  for (;;) {
    const next = sealed.next();
    number += 1;
    if (next.done !== true) yield lineIn(next.value, number) as EventLine;
    else if (next.value.sha256 === sha256) return;
    else throw badLine(number, "it changed while it was imported");
  }
}

/** An event as a line of an export has it. */
export interface EventLine extends Omit<RecordedEvent, "data" | "project"> {
  readonly data: Readonly<Record<string, unknown>>;
}

/** The event as the log of a project has it; its place is still that of the line. */
export function recordedEvent({ data, ...rest }: EventLine, project: string): RecordedEvent {
  return { ...rest, at: asLogged(rest.at), project, data: JSON.stringify(data) };
}

const loggedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Nearly every time has the form of the log already; computing each again takes as long as parsing its line. */
function asLogged(at: string): string {
  return loggedTime.test(at) ? at : isoTime(readTime(at) ?? Number.NaN);
}

function checkedLine(line: string, number: number): EventLine {
  const event = fitting(eventLine, lineIn(line, number), number) as EventLine;
  const definition = definitionOf(event.type, event.v);
  const isCurrent = event.v === definition.v;
  const data = isCurrent ? event.data : upcast(definition, recordedEvent(event, "")).data;
  const checked = definition.data.safeParse(data);
  if (!checked.success) throw badLine(number, describe(checked.error, "data"));
  return event;
}

function eachSealed(lines: Iterable<string>, work: (line: string, number: number) => void): Seal {
  const sealed = sealedLines(lines);
  for (let number = 2; ; number += 1) {
    const next = sealed.next();
    if (next.done === true) return next.value;
    work(next.value, number);
  }
}

/** The lines between the header and the footer, which have to fit them. Gives back the footer. */
function* sealedLines(lines: Iterable<string>): Generator<string, Seal, undefined> {
  const sum = new LineSum();
  let [last, number]: [string | undefined, number] = [undefined, 0];
  for (const line of lines) {
    if (last !== undefined) {
      sum.add(last);
      if (number === 1) checkHeader(last);
      else yield last;
    }
    last = line;
    number += 1;
  }
  if (number <= 1) checkHeader(last);
  const seal = fitting(footer, lineIn(last, number, cutOff), number, cutOff);
  if (seal.events !== number - 2)
    throw badLine(number, `the footer counts ${seal.events} events, there are ${number - 2}`);
  if (seal.sha256 !== sum.digest())
    throw badLine(number, "the lines are not those that were exported: the hash differs");
  return seal;
}

const cutOff = "it is cut off: the last line must be the footer with the count";

function checkHeader(line: string | undefined): void {
  const { format } = fitting(header, lineIn(line, 1), 1);
  if (format < logFormat) throw olderFormat("this export", "FILE", { values: { format, known: logFormat } });
  if (format > logFormat) throw newerExport(format);
}

/** The hash of many lines, computed some hundred at a time: each call of it costs as much as a line. */
class LineSum {
  readonly #hash = createHash("sha256");
  #lines: string[] = [];

  add(line: string): void {
    if (this.#lines.push(line) === 500) this.#flush();
  }

  digest(): string {
    this.#flush();
    return this.#hash.digest("hex");
  }

  #flush(): void {
    this.#hash.update(this.#lines.map((line) => `${line}\n`).join(""));
    this.#lines = [];
  }
}

function lineIn(line: string | undefined, number: number, hint?: string): unknown {
  const value = jsonOf(line, number, hint);
  if (isDeeperThan(value, levelsAtMost))
    throw badLine(number, `it is nested more than ${levelsAtMost} levels deep`);
  return mayHoldUnstorable(line ?? "") ? wellFormedValue(value) : value;
}

function fitting<T>(schema: z.ZodMiniType<T>, value: unknown, number: number, hint?: string): T {
  const parsed = schema.safeParse(value);
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
    `this export has format ${format}, and this version of Whetstone knows ${logFormat}`,
    {
      next: "update Whetstone",
      values: { format, known: logFormat },
    },
  );
}
