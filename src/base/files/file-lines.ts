import { closeSync, openSync, readSync } from "node:fs";

const pieceBytes = 262_144;

/**
 * The lines of a text file, read piece by piece each time that they are asked for: it may be larger than
 * memory. Bytes that are not UTF-8 end the reading with a TypeError.
 */
export class FileLines implements Iterable<string> {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  *[Symbol.iterator](): Generator<string, void, undefined> {
    const handle = openSync(this.file, "r");
    try {
      const decoder = new TextDecoder("utf-8", { fatal: true });
      const piece = Buffer.allocUnsafe(pieceBytes);
      /** The pieces of a line that has not ended yet. */
      let begun: string[] = [];
      for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece)) {
        const [first = "", ...lines] = decoder.decode(piece.subarray(0, read), { stream: true }).split("\n");
        begun.push(first);
        const last = lines.pop();
        if (last === undefined) continue;
        yield begun.join("");
        yield* lines;
        begun = [last];
      }
      const rest = begun.join("") + decoder.decode();
      if (rest !== "") yield rest;
    } finally {
      closeSync(handle);
    }
  }
}
