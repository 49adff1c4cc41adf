import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import type { Faults } from "./transcript.js";

/** Opening waits for no other end of a pipe and follows no link. Windows knows neither. */
const opening = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const partBytes = 1_048_576;
/** Who looks for the beginning of a file reads no more of it. */
const firstPartBytes = 16_384;
/** The longest line that is read: an answer of a tool with pictures in it has a few megabytes. */
const lineBytes = 33_554_432;
const newline = 10;

export type Line = Readonly<Record<string, unknown>>;

/**
 * The objects of a file of JSON lines, one after the other: a file of any size needs the memory of its
 * longest line. Links, devices and folders are not opened. `isWanted` looks at the text of a line before it
 * is parsed; the others are passed over.
 */
export function* readLineObjects(
  file: string,
  faults: Faults,
  isWanted: (line: string) => boolean = () => true,
): Generator<Line> {
  for (const line of readLines(file, faults)) {
    if (line.length === 0 || !isWanted(line)) continue;
    const value = parsedLine(line);
    if (value === undefined) faults.damagedLines += 1;
    else yield value;
  }
}

function parsedLine(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Line) : undefined;
  } catch {
    // The last line of a session that goes on may be half written.
    return undefined;
  }
}

function* readLines(file: string, faults: Faults): Generator<string> {
  const handle = openPlainly(file, faults);
  if (handle === undefined) return;
  try {
    yield* splitIntoLines(handle, faults);
  } finally {
    closeSync(handle);
  }
}

function openPlainly(file: string, faults: Faults): number | undefined {
  try {
    // Before it is opened: opening a device may already have an effect.
    if (!lstatSync(file).isFile()) {
      faults.refuse(file, "it is not a plain file");
      return undefined;
    }
    const handle = openSync(file, opening);
    if (fstatSync(handle).isFile()) return handle;
    closeSync(handle);
    faults.refuse(file, "it is not a plain file");
  } catch (error) {
    faults.refuse(file, (error as NodeJS.ErrnoException).code ?? String(error));
  }
  return undefined;
}

function* splitIntoLines(handle: number, faults: Faults): Generator<string> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for (let bytes = firstPartBytes; ; bytes = partBytes) {
    const part = Buffer.allocUnsafe(bytes);
    const count = readSync(handle, part);
    if (count === 0) break;
    let from = 0;
    for (let end = part.indexOf(newline); end !== -1 && end < count; end = part.indexOf(newline, from)) {
      if (heldBytes <= lineBytes) yield text([...held, part.subarray(from, end)]);
      held = [];
      heldBytes = 0;
      from = end + 1;
    }
    heldBytes += count - from;
    if (heldBytes <= lineBytes) held.push(part.subarray(from, count));
    else if (held.length > 0) {
      faults.damagedLines += 1;
      held = [];
    }
  }
  if (heldBytes <= lineBytes) yield text(held);
}

function text(parts: readonly Buffer[]): string {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first.toString() : Buffer.concat(parts).toString();
}
