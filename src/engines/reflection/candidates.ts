import { wordOverlap, wordsOf } from "../../language/words.js";
import { oneLine } from "../../text/one-line.js";
import { textAtMostChars } from "../directives/directive-text.js";
import { fromText } from "./classify-tool-call.js";
import { errorLine } from "./error-line.js";
import { programNamed, signatureOf } from "./signature-of.js";
import { isBad, type Reflection, type ToolCall } from "./tool-call.js";

/**
 * What one call may teach. Short-lived: it is worth keeping only if it comes back or somebody makes a lesson
 * of it.
 */
export interface InsightCandidate {
  /** One safe line. */
  readonly text: string;
  /** Equal for the same failure in another call, run or task. */
  readonly signature: string;
  readonly source: { readonly tool: string; readonly by: Reflection["by"] };
  /** The input with which the same tool worked later in the run. */
  readonly fixedBy?: string;
}

/** Longer inputs are told by their start. */
const subjectChars = 60;

/**
 * A candidate of a call that failed, was blocked, or ended well although what it ran failed. None when
 * nothing can be learned from it: there was nothing to do, it was never started, or it says nothing at all.
 */
export function candidateOf(call: ToolCall, reflection: Reflection): InsightCandidate | undefined {
  if (!isBad(reflection.result) && reflection.result !== "partial") return undefined;
  if (fromText(call).result === "skipped") return undefined;
  const line = errorLine(call.output);
  if (line === "") return undefined;
  return {
    text: oneLine(`${subject(call)} ${verb(reflection)}: ${line}`, textAtMostChars),
    signature: signatureOf(call),
    source: { tool: oneLine(call.tool, subjectChars), by: reflection.by },
  };
}

/** "Bash `go test`", "Edit `src/auth.ts`". */
function subject(call: ToolCall): string {
  const about = oneLine(programNamed(call) || inputNamed(call.input), subjectChars).replaceAll("`", "");
  return about === "" ? oneLine(call.tool, subjectChars) : `${oneLine(call.tool, subjectChars)} \`${about}\``;
}

/** Of a path its last two parts: the folders above are those of one machine. */
function inputNamed(input: string): string {
  const path = /^(?:[A-Za-z]:)?[^\s"'{]{0,1000}[/\\][^\s"'{]{1,400}$/.test(input.slice(0, 1_400));
  return path ? input.slice(0, 1_400).split(/[/\\]/).slice(-2).join("/") : input.slice(0, 1_400);
}

function verb({ result, because }: Reflection): string {
  if (result === "blocked") return /person/.test(because) ? "was refused by a person" : "was blocked";
  if (result === "inapplicable") return "was not available";
  return result === "partial" ? "failed in part" : "failed";
}

/** Half of the words in common: another attempt at the same thing, not another thing. */
const nearSame = 0.5;
const fixChars = 160;
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
  const fixedBy = oneLine(later.input, fixChars);
  return fixedBy === "" ? candidate : { ...candidate, fixedBy };
}

/** One failure of a phase, however often it happened. */
export interface FoldedCandidate extends InsightCandidate {
  readonly count: number;
}

/**
 * Meso reflection: the candidates of a phase, given in order, one for each signature with how often it came.
 * The newest text stands for all, and a fix that any of them found. The most frequent first, then by
 * signature.
 */
export function foldCandidates(candidates: readonly InsightCandidate[]): readonly FoldedCandidate[] {
  const folded = new Map<string, FoldedCandidate>();
  for (const candidate of candidates) {
    const before = folded.get(candidate.signature);
    const fixedBy = candidate.fixedBy ?? before?.fixedBy;
    const count = (before?.count ?? 0) + 1;
    folded.set(candidate.signature, { ...candidate, ...(fixedBy === undefined ? {} : { fixedBy }), count });
  }
  return [...folded.values()].sort((a, b) => b.count - a.count || (a.signature < b.signature ? -1 : 1));
}
