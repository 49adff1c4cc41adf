import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from "node:fs";

export interface ForeignLimits {
  readonly maxBytes: number;
  /** For a file that Whetstone writes itself: a link in its place was made by somebody else. */
  readonly refuseLinks?: boolean;
  /** Between two parts of the file; a part that the system does not deliver cannot be interrupted. */
  readonly withinMs?: number;
}

/** `fault`: why what is there is not read, as the end of a sentence about it. */
export type ForeignFile =
  | { readonly bytes: Buffer }
  | { readonly absent: true }
  | { readonly fault: string; readonly isFile: boolean; readonly cause?: unknown };

/** A disk answers in milliseconds, a network in tenths of a second. */
const usualMs = 1_000;
const partBytes = 65_536;

/** Opening does not wait for the other end of a pipe, or take over a terminal. Windows has neither flag. */
const opening = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Reads a file that somebody else may have put there: a clone can hold a link to a device or a pipe, which
 * never end, or a file of any size. Only regular files are opened, and only so much is read. One program
 * serves all projects of a user, so that the file of one must not stop the others.
 */
export function readForeign(file: string, limits: ForeignLimits): ForeignFile {
  try {
    const seen = limits.refuseLinks ? lstatSync(file) : statSync(file);
    // Before it is opened: opening a device may already have an effect.
    return kindFault(seen) ?? readOpened(file, limits);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOENT") return { absent: true };
    return { fault: reasons[code] ?? errorText(error), isFile: true, cause: error };
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not read it",
  EPERM: "this user may not read it",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its links lead in a circle",
};

function errorText(error: unknown): string {
  const { code, message } = Object(error) as NodeJS.ErrnoException;
  return code ?? message;
}

function kindFault(stats: Stats): ForeignFile | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return { fault: "it is a folder", isFile: false };
  if (stats.isSymbolicLink()) return { fault: "it is a link", isFile: false };
  return { fault: "it is a device, a pipe or a socket, not a file", isFile: false };
}

/** Opens a file whose kind was looked at before; a link may have taken its place since. */
export function openForeign(file: string, { refuseLinks }: Pick<ForeignLimits, "refuseLinks">): number {
  return openSync(file, opening | (refuseLinks ? (constants.O_NOFOLLOW ?? 0) : 0));
}

function readOpened(file: string, limits: ForeignLimits): ForeignFile {
  const handle = openForeign(file, limits);
  try {
    const stats = fstatSync(handle);
    if (stats.size > limits.maxBytes) return tooLargeFile(limits);
    return kindFault(stats) ?? readParts(handle, limits);
  } finally {
    closeSync(handle);
  }
}

/** The size that a file system states is not believed: files under /proc state 0, and a file may grow. */
function readParts(handle: number, limits: ForeignLimits): ForeignFile {
  const { maxBytes, withinMs = usualMs } = limits;
  const began = process.hrtime.bigint();
  const parts: Buffer[] = [];
  for (let total = 0; total <= maxBytes; ) {
    // What came in one part is whole: only the machine was busy since.
    if (parts.length > 1 && Number(process.hrtime.bigint() - began) >= withinMs * 1e6)
      return tooSlow(withinMs);
    const part = Buffer.allocUnsafe(Math.min(partBytes, maxBytes + 1 - total));
    const count = readSync(handle, part);
    if (count === 0) return { bytes: Buffer.concat(parts) };
    parts.push(part.subarray(0, count));
    total += count;
  }
  return tooLargeFile(limits);
}

function tooLargeFile({ maxBytes }: ForeignLimits): ForeignFile {
  return { fault: `it is larger than ${maxBytes} bytes`, isFile: true };
}

function tooSlow(withinMs: number): ForeignFile {
  return { fault: `reading it took longer than ${withinMs} ms`, isFile: true };
}
