import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { WhetstoneError } from "../base/errors.js";

export interface WordVector {
  readonly word: string;
  readonly scale: number;
  /** Multiplied by the scale, the vector of the word. */
  readonly vector: Int8Array;
}

/**
 * Reading the whole table and making a map of its words takes as long as some hundred searches in their
 * text; a caller that has asked for this many words will ask for more.
 */
const searchedAtMost = 100;

/**
 * Where the parts of the file are: header length, JSON header, words, padding to 4 bytes, scales, rows. A row
 * has four bits for each value, the lower half of a byte first, and 8 more than the value.
 */
interface Layout {
  readonly words: number;
  readonly dimensions: number;
  readonly wordsAt: number;
  readonly vocabBytes: number;
  readonly scalesAt: number;
  readonly rowsAt: number;
  readonly rowBytes: number;
}

/** The whole table in memory. */
interface Loaded {
  readonly rowOf: ReadonlyMap<string, number>;
  readonly bytes: Buffer;
}

/**
 * Word vectors in a file, each a row of small integers with its scale. A program that starts for one question
 * reads the words and the few rows that it needs; the rest is read once many words were asked for.
 */
export class WordTable {
  readonly dimensions: number;
  readonly #file: string;
  readonly #layout: Layout;
  /** All words, each between two line breaks. */
  readonly #vocabulary: string;
  #searched = 0;
  #loaded: Loaded | undefined;

  constructor(file: string) {
    this.#file = file;
    const { layout, vocabulary } = this.#reading((read, size) => {
      const layout = layoutOf(read, size);
      return { layout, vocabulary: `\n${read(layout.wordsAt, layout.vocabBytes).toString("utf8")}\n` };
    });
    this.#layout = layout;
    this.#vocabulary = vocabulary;
    this.dimensions = layout.dimensions;
  }

  /** The vectors of those words that the table has, in the order of the words. */
  find(words: Iterable<string>): readonly WordVector[] {
    const wanted = [...words];
    this.#searched += wanted.length;
    if (this.#searched > searchedAtMost) this.#loaded ??= this.#load();
    const found = wanted.flatMap((word) => {
      const row = this.#loaded === undefined ? this.#search(word) : this.#loaded.rowOf.get(word);
      return row === undefined ? [] : [{ word, row }];
    });
    if (found.length === 0) return [];
    const { bytes } = this.#loaded ?? {};
    if (bytes !== undefined) return found.map((each) => this.#vectorOf(each, slicesOf(bytes)));
    return this.#reading((read) => found.map((each) => this.#vectorOf(each, read)));
  }

  /** All words of the table. */
  words(): readonly string[] {
    return this.#vocabulary.slice(1, -1).split("\n");
  }

  #search(word: string): number | undefined {
    const at = this.#vocabulary.indexOf(`\n${word}\n`);
    if (at === -1) return undefined;
    let row = 0;
    for (let end = this.#vocabulary.indexOf("\n", 1); end !== -1 && end <= at; row += 1)
      end = this.#vocabulary.indexOf("\n", end + 1);
    return row;
  }

  #vectorOf({ word, row }: { readonly word: string; readonly row: number }, read: Read): WordVector {
    const { scalesAt, rowsAt, rowBytes, dimensions } = this.#layout;
    const bytes = read(rowsAt + row * rowBytes, rowBytes);
    const vector = new Int8Array(dimensions);
    for (let place = 0; place < dimensions; place += 1) {
      const pair = bytes[place >> 1] ?? 0;
      vector[place] = (place % 2 === 0 ? pair & 15 : pair >> 4) - 8;
    }
    return { word, scale: read(scalesAt + 4 * row, 4).readFloatLE(0), vector };
  }

  #load(): Loaded {
    const rowOf = new Map<string, number>();
    for (const [row, word] of this.words().entries()) rowOf.set(word, row);
    return this.#orRefuse(() => ({ rowOf, bytes: readFileSync(this.#file) }));
  }

  #reading<T>(work: (read: Read, size: number) => T): T {
    return this.#orRefuse(() => {
      const descriptor = openSync(this.#file, "r");
      try {
        return work(readerOf(descriptor), fstatSync(descriptor).size);
      } finally {
        closeSync(descriptor);
      }
    });
  }

  #orRefuse<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new WhetstoneError(
        "not_found",
        `${this.#file} is not a table of word vectors: ${String(error)}`,
        {
          next: "install the package again, or set retrieval.embedder to off",
          values: { file: this.#file },
          cause: error,
        },
      );
    }
  }
}

/** This many bytes from this place. */
type Read = (at: number, length: number) => Buffer;

function readerOf(descriptor: number): Read {
  return (at, length) => {
    const part = Buffer.alloc(length);
    if (readSync(descriptor, part, 0, length, at) < length) throw new RangeError("it is truncated");
    return part;
  };
}

function slicesOf(bytes: Buffer): Read {
  return (at, length) => bytes.subarray(at, at + length);
}

function layoutOf(read: Read, size: number): Layout {
  const headerBytes = read(0, 4).readUInt32LE(0);
  if (headerBytes > size) throw new RangeError("it is truncated");
  const header: unknown = JSON.parse(read(4, headerBytes).toString("utf8"));
  const { V: words, D: dimensions, bits, vocabBytes } = header as Readonly<Record<string, number>>;
  if (!isPositiveInteger(words) || !isPositiveInteger(dimensions) || !isPositiveInteger(vocabBytes))
    throw new RangeError("its header is malformed");
  if (bits !== 4) throw new RangeError("its values do not have four bits");
  const wordsAt = 4 + headerBytes;
  const scalesAt = Math.ceil((wordsAt + vocabBytes) / 4) * 4;
  const rowsAt = scalesAt + 4 * words;
  const rowBytes = Math.ceil(dimensions / 2);
  if (size < rowsAt + words * rowBytes) throw new RangeError("it is truncated");
  return { words, dimensions, wordsAt, vocabBytes, scalesAt, rowsAt, rowBytes };
}

function isPositiveInteger(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
