import { countWords } from "../../../../reading/language/words.js";
import { type MachineNoise, machineNoise } from "./machine-made.js";
import { type RunTalk, runTalkIn } from "./run-talk.js";

/**
 * Why a text is not kept as an insight. `fragment`, `not_reusable`, `too_long` and `over_limit` depend on
 * where it stands and are found by the extraction; `noiseIn` finds the others.
 */
export type NoiseReason =
  | MachineNoise
  | RunTalk
  | "question"
  | "too_short"
  | "fragment"
  | "not_reusable"
  | "too_long"
  | "over_limit";

/** A count of nothing for each reason. */
export const noNoise: Readonly<Record<NoiseReason, number>> = {
  addressed: 0,
  boilerplate: 0,
  code: 0,
  data: 0,
  fragment: 0,
  greeting: 0,
  location: 0,
  log: 0,
  narration: 0,
  not_reusable: 0,
  over_limit: 0,
  question: 0,
  status: 0,
  summary: 0,
  todo: 0,
  too_long: 0,
  too_short: 0,
};

/** Far above the length of an insight; a bound for the patterns. */
const charsRead = 2_000;
/** "Done with this." says nothing; four words can be a rule. */
const leastWords = 4;

/** Why a text is noise, or nothing if it may be an insight. */
export function noiseIn(text: string): NoiseReason | undefined {
  const line = text.slice(0, charsRead).replace(/\s+/gu, " ").trim();
  if (!/[\p{L}\p{N}]/u.test(line)) return "too_short";
  const reason = runTalkIn(line) ?? machineNoise(line);
  if (reason !== undefined) return reason;
  if (/[?？؟][)\]"'”’»」*_]*$/u.test(line.replace(/`[^`]*`$/, ""))) return "question";
  return countWords(line) < leastWords ? "too_short" : undefined;
}
