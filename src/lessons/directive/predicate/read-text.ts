import { closeSync, lstatSync, readSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { TextDecoder } from "node:util";
import { isWithin } from "../../../base/files/is-within.js";
import { openForeign } from "../../../base/files/read-foreign.js";

/**
 * What a file holds, or why it is unknown. Undefined where no text can be: nothing there, a folder, a pipe,
 * a device.
 */
export type FileText = { readonly text: string } | { readonly unread: string } | undefined;

/**
 * Reads regular files below a folder, one after the other into the same memory. A link is followed to a file
 * of the same tree only. Pipes, devices and sockets are never opened.
 */
export class TextReader {
  readonly #root: string;
  readonly #buffer: Buffer;

  /** `root` must be a real path. */
  constructor(root: string, maxBytes: number) {
    this.#root = root;
    // One more, so that a file that grew is seen to be too large.
    this.#buffer = Buffer.allocUnsafeSlow(maxBytes + 1);
  }

  read(path: string): FileText {
    try {
      return this.#read(join(this.#root, path), false);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      return gone.has(code) ? undefined : { unread: `cannot be read (${code})` };
    }
  }

  #read(file: string, followed: boolean): FileText {
    const entry = lstatSync(file, { throwIfNoEntry: false });
    if (entry?.isSymbolicLink() && !followed) return this.#behind(realpathSync.native(file));
    if (entry === undefined || !entry.isFile()) return undefined;
    if (entry.size >= this.#buffer.length) return { unread: "is too large to check" };
    const size = this.#fill(file);
    if (size === this.#buffer.length) return { unread: "is too large to check" };
    return { text: decodedText(this.#buffer.subarray(0, size)) };
  }

  #behind(target: string): FileText {
    return isWithin(this.#root, target)
      ? this.#read(target, true)
      : { unread: "is a link that leads out of the project" };
  }

  #fill(file: string): number {
    const handle = openForeign(file, { refuseLinks: true });
    try {
      let size = 0;
      for (let more = -1; more !== 0 && size < this.#buffer.length; size += more) {
        more = readSync(handle, this.#buffer, size, this.#buffer.length - size, null);
      }
      return size;
    } finally {
      closeSync(handle);
    }
  }
}

/** Not there any more, or a link that leads nowhere or in a circle. */
const gone = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/**
 * Bytes that are not text are read as text too, with a replacement mark for invalid UTF-8: a NUL in a file
 * must not hide the rest of it. UTF-16 is known by its byte order mark.
 */
function decodedText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return bytes.toString("utf8", start);
}
