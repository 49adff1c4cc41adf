import { xmlFault } from "./xml-fault.js";
import type { XmlAttributes } from "./xml-piece.js";

/** What a suite says of itself, beside what its parts add up to. */
export interface Sums {
  readonly ms: number | undefined;
  readonly tests: number;
  readonly skipped: number;
  /** Failures and errors. */
  readonly failed: number;
}

export const noSums: Sums = { ms: undefined, tests: 0, skipped: 0, failed: 0 };

export function plus(a: Sums, b: Sums): Sums {
  return {
    ms: a.ms === undefined ? b.ms : a.ms + (b.ms ?? 0),
    tests: a.tests + b.tests,
    skipped: a.skipped + b.skipped,
    failed: a.failed + b.failed,
  };
}

/**
 * A suite's own time wins over that of its parts, which may have run side by side; 0 is what writers put who
 * did not measure. Counts are those of the parts, since some writers count a failure twice; what only the
 * suite itself names counts too.
 */
export function settle(own: Sums, parts: Sums): Sums {
  return {
    ms: own.ms === undefined || own.ms === 0 ? (parts.ms ?? own.ms) : own.ms,
    tests: parts.tests > 0 ? parts.tests : own.tests,
    skipped: parts.tests > 0 ? parts.skipped : own.skipped,
    failed: parts.failed > 0 ? parts.failed : own.failed,
  };
}

/**
 * The attributes of a suite. A count that is no count is refused: read as 0 it would make a failed run look
 * well.
 */
export function ownSums(attributes: XmlAttributes, text: string, at: number): Sums {
  const count = (name: string): number => {
    const written = attributes.get(name)?.trim() ?? "";
    if (/^\d{0,15}$/.test(written)) return Number(written);
    throw xmlFault(text, at, `${name}="${written.slice(0, 50)}" is no count`);
  };
  return {
    ms: milliseconds(attributes.get("time")),
    tests: count("tests"),
    skipped: count("skipped") + count("disabled"),
    failed: count("failures") + count("errors"),
  };
}

/** Seconds: 1.5, 1e-3, and with the thousands marks of older writers 1,234.5. Anything else is no time. */
export function milliseconds(seconds: string | undefined): number | undefined {
  const written = seconds?.trim() ?? "";
  const plain = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(written) ? written.replaceAll(",", "") : written;
  if (!/^\d{1,15}(?:\.\d*)?(?:[eE][+-]?\d{1,3})?$|^\.\d+$/.test(plain)) return undefined;
  const ms = Math.round(Number(plain) * 1_000);
  return Number.isSafeInteger(ms) ? ms : undefined;
}
