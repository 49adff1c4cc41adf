import { hiddenSigns } from "../../base/text/visible-signs.js";

/** What a rule for agents rarely holds, and a text that means to steer them often does. */
export const oddSigns = ["address", "pipe", "hidden", "frame", "instructions"] as const;
export type OddSign = (typeof oddSigns)[number];

/** By the form of the text alone: it says that a person should read on, never that a text is safe. */
const forms: Readonly<Record<OddSign, RegExp>> = {
  address:
    /\w:\/\/|(?<![\d.])(?:\d{1,3}\.){3}\d|\w@[\w-]+\.[a-z]{2}|(?<![\w./-])(?:[\w-]{1,63}\.){1,9}[a-z]{2,20}\/\w/iu,
  /** One program's output is another one's program. */
  pipe: /(?<!\|)\|\s*[\w./]|\$\(|<\(/u,
  hidden: new RegExp(hiddenSigns, "u"),
  /** The end of a block, or the beginning of another one. */
  frame: /<\/|<\||={3,}|\[\/?[A-Z]{3,}\]/u,
  /** It speaks of what its reader was told, in place of the work. */
  instructions: /\b(?:instructions?|prompts?)\b/iu,
};

export function oddSignsOf(text: string): OddSign[] {
  return oddSigns.filter((sign) => forms[sign].test(text));
}
