import { wordOverlap, wordsOf } from "../../language/words.js";
import { oneLine } from "../../text/one-line.js";
import type { InsightCandidate } from "./candidate-of.js";
import type { Reflection, ToolCall } from "./tool-call.js";

/** Half of the words in common: another attempt at the same thing, not another thing. */
const nearSame = 0.5;
const inputChars = 160;
/** Of a longer input the start is compared. */
const comparedChars = 2_000;

/**
 * The candidate with the input that worked later, if this later call of the run is a success of the same tool
 * with a similar but not equal input. An equal input that works was not fixed by itself. The first fix stays.
 */
export function withFix(
  candidate: InsightCandidate,
  failed: ToolCall,
  later: ToolCall,
  how: Reflection,
): InsightCandidate {
  if (candidate.fixedBy !== undefined || how.result !== "success" || later.tool !== failed.tool)
    return candidate;
  if (later.input.trim() === failed.input.trim()) return candidate;
  const [before, after] = [failed, later].map(({ input }) => wordsOf(input.slice(0, comparedChars)));
  if (before === undefined || after === undefined || wordOverlap(before, after) < nearSame) return candidate;
  const fixedBy = oneLine(later.input, inputChars);
  return fixedBy === "" ? candidate : { ...candidate, fixedBy };
}
