import { WhetstoneError } from "../../base/errors.js";

/**
 * The form of logs, which exports and hubs name. Builds before the first release wrote 1, or named none; what
 * they wrote is turned by a script of its own.
 */
export const logFormat = 2;

/** By which a hub and those who exchange logs with it name their form to each other. */
export const formatHeader = "whetstone-format";

interface OlderFacts {
  /** Another way than turning it, as the end of the sentence. */
  readonly otherwise?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Refuses what a build before the first release wrote. `what` begins a sentence, `source` is for the script. */
export function olderFormat(
  what: string,
  source: string,
  { otherwise = "", values = {} }: OlderFacts = {},
): WhetstoneError {
  return new WhetstoneError(
    "older_format",
    `${what} was written by a build before the first release, whose form is not read any more. ` +
      "It was left untouched.",
    {
      next: `turn it with 'node scripts/from-0.1.0.mjs ${source}' in a checkout of Whetstone${otherwise}`,
      values,
    },
  );
}
