import { type Bundle, bundleFromText, textOfBundle } from "./bundle.js";
import { sumOfText, useNativeChecksum } from "./checksum.js";
import { RowTexts } from "./row-texts.js";
import type { Statements } from "./statements.js";
import { damaged } from "./translate-error.js";

/** How far the log may be ahead of the table `views`, in events: a process that starts reads that many bundles at most. */
const ring = 128;
/** A row of this many bytes just fits into a page of SQLite's, so that it needs no overflow page. */
const partBytes = 4_000;
const mostParts = 4;
/** Where a bundle becomes bytes, for one call at a time: room for a new one takes longer than writing it. */
const scratch = Buffer.alloc(partBytes * mostParts);
/** In bytes: no part of a character is written at the end. */
const longestCharacter = 4;

/** Beyond this, some 30 kB, loading Node's own checksum takes less time than ours, which a process that just started runs slowly. */
const fewParts = 8;

type Stored = readonly [seq: number, part: Buffer, sum: number];

/** The bundles of one project in the table `recent`. */
export class Recent {
  readonly #project: string;
  readonly #statements: Statements;
  readonly #file: string;
  readonly #first: number;

  constructor(project: string, statements: Statements, file: string) {
    this.#project = project;
    this.#statements = statements;
    this.#file = file;
    // One file holds one project, or few: that two of them meet here is not to be expected, and would be found.
    this.#first = sumOfText(project) * ring * mostParts;
  }

  /** False when it does not fit: then the rows have to go to `views`. */
  write(settled: number, after: number, seq: number, rows: RowTexts): boolean {
    if (seq - settled > ring) return false;
    const length = scratch.write(textOfBundle({ project: this.#project, after, seq, rows }));
    // Perhaps cut off.
    if (length > partBytes * mostParts - longestCharacter) return false;
    const place = this.#first + (seq % ring) * mostParts;
    const sum = sumOfText(scratch.subarray(0, length));
    const put = this.#statements.of("putRecent");
    for (let from = 0, part = 0; from < length; from += partBytes, part += 1) {
      put.run(place + part, seq, scratch.subarray(from, Math.min(length, from + partBytes)), sum);
    }
    return true;
  }

  /** What the bundles after an event hold, up to the head of the log. */
  read(after: number, head: number): RowTexts {
    const rows = new RowTexts();
    let reached = after;
    for (const bundle of this.#bundlesAfter(after)) {
      if (bundle.project !== this.#project || bundle.after !== reached) throw this.#broken(reached);
      rows.addAll(bundle.rows);
      reached = bundle.seq;
    }
    if (reached !== head) throw this.#broken(reached);
    return rows;
  }

  /** Leaves nothing of what the bundles held. */
  erase(): void {
    this.#statements.run("eraseRecent", this.#first, this.#last);
  }

  get #last(): number {
    return this.#first + ring * mostParts - 1;
  }

  #bundlesAfter(seq: number): readonly Bundle[] {
    const stored = this.#statements.all<Stored>("recentAfter", this.#first, this.#last, seq);
    if (stored.length > fewParts) useNativeChecksum();
    const bundles: Bundle[] = [];
    for (let from = 0; from < stored.length; ) {
      const [seq = 0, , sum] = stored[from] ?? [];
      let to = from;
      while (stored[to]?.[0] === seq) to += 1;
      const bytes = Buffer.concat(stored.slice(from, to).map(([, part]) => part));
      if (sumOfText(bytes) !== sum) throw damaged(this.#file, `the rows of event ${seq} do not match their checksum`);
      bundles.push(bundleFromText(bytes.toString()));
      from = to;
    }
    return bundles;
  }

  #broken(seq: number): Error {
    return damaged(this.#file, `the end of the log does not fit its rows after event ${seq}`);
  }
}
