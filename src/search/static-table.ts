import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WhetstoneError } from "../errors.js";

/** A table of word vectors as int8 rows, each with its scale. */
export interface StaticTable {
  readonly dimensions: number;
  readonly rowOf: ReadonlyMap<string, number>;
  readonly scales: Float32Array;
  readonly rows: Int8Array;
}

/** Reads `static.bin` of a folder: header length, JSON header, words, padding to 4 bytes, scales, rows. */
export function readStaticTable(folder: string): StaticTable {
  const file = join(folder, "static.bin");
  try {
    return parseStaticTable(readFileSync(file));
  } catch (error) {
    throw new WhetstoneError("not_found", `${file} is not a table of word vectors: ${String(error)}`, {
      next: "install the package again, or set retrieval.embedder to off",
      values: { file },
      cause: error,
    });
  }
}

export function parseStaticTable(bytes: Buffer): StaticTable {
  const headerEnd = 4 + bytes.readUInt32LE(0);
  const header: unknown = JSON.parse(bytes.toString("utf8", 4, headerEnd));
  const { V: words, D: dimensions, vocabBytes } = header as Readonly<Record<string, number>>;
  if (!isCount(words) || !isCount(dimensions) || !isCount(vocabBytes))
    throw new RangeError("its header is odd");
  const vocabulary = bytes.toString("utf8", headerEnd, headerEnd + vocabBytes).split("\n", words);
  const scalesAt = Math.ceil((headerEnd + vocabBytes) / 4) * 4;
  const rowsAt = scalesAt + 4 * words;
  if (bytes.length < rowsAt + words * dimensions || vocabulary.length < words)
    throw new RangeError("it is cut off");
  return {
    dimensions,
    rowOf: new Map(vocabulary.map((word, row) => [word, row])),
    // A copy, because a file's bytes need not begin at a multiple of four.
    scales: new Float32Array(Uint8Array.prototype.slice.call(bytes, scalesAt, rowsAt).buffer),
    rows: new Int8Array(bytes.buffer, bytes.byteOffset + rowsAt, words * dimensions),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
