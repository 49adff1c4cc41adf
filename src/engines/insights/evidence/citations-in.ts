import type { KnownFiles } from "./known-files.js";
import { pathsBefore } from "./paths-before.js";

/** A place in a file. */
export interface Citation {
  readonly path: string;
  readonly line: number;
}
interface Citations {
  readonly citations: readonly Citation[];
  readonly unknown: readonly Citation[];
}

/** Nobody reads more, and each costs a look into a tree. */
const citationsRead = 200;
/** Far more than a deliberation cites: a bound for texts that are made of numbers. */
const linksRead = 20_000;
/** What stands between a path and a line: `a.ts:4`, `a.ts#L4`, `a.ts(4,2)`, `a.ts`:4, "a.py", line 4. */
const link =
  /(["'`*)\]]{0,3}(?::|#L)|\(|["'`*)\]]{0,3},?[ \t]{1,3}(?:at |on )?lines?[ \t]{1,3})(\d{1,7})(?![\p{L}\p{N}_]|\.\d)/giu;

/**
 * The places that a text cites, once each, told apart by whether they exist. A range counts by its first
 * line. What only could be a place, `items.slice(2)`, is one if it exists, and is not missed if it does not.
 */
export function citationsIn(text: string, known: KnownFiles): Citations {
  const citations = new Map<string, Citation>();
  const unknown = new Map<string, Citation>();
  let links = 0;
  for (const { index, 1: mark = "", 2: digits = "" } of text.matchAll(link)) {
    links += 1;
    if (links > linksRead || citations.size + unknown.size >= citationsRead) break;
    const written = pathsBefore(text, index);
    const plain = written.at(-1);
    if (plain === undefined) continue;
    const line = Number(digits);
    const path = written.flatMap(spellings).find((each) => line >= 1 && known.has(each, line));
    const citation = { path: path ?? normalised(plain), line };
    if (path !== undefined) citations.set(`${path}:${line}`, citation);
    else if (mark !== "(") unknown.set(`${citation.path}:${line}`, citation);
  }
  return { citations: [...citations.values()], unknown: [...unknown.values()] };
}

function normalised(path: string): string {
  return path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
}

/** Diffs put `a/` and `b/` in front; a folder may also be called so. */
function spellings(path: string): readonly string[] {
  const whole = normalised(path);
  return /^[ab]\//.test(whole) ? [whole, normalised(whole.slice(2))] : [whole];
}
