import { wordOverlap, wordsOf } from "../../language/words.js";
import { decidingPrograms } from "../../shell/outcome.js";
import { oneLine } from "../../text/one-line.js";
import { typeOfText } from "../errors/type-of-text.js";
import { fromText } from "./classify-tool-call.js";
import { errorLine } from "./error-line.js";
import { failureKinds } from "./program-kinds.js";
import { isBad, type Reflection, type ToolCall } from "./tool-call.js";
import { toolFamily } from "./tool-family.js";

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

/** An error's line and what failed; more of a tool's output is not a lesson. */
const candidateChars = 280;
/** A longer input is shown by its start. */
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
    text: oneLine(`${subject(call)} ${verb(reflection)}: ${line}`, candidateChars),
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

/** The gist of a line stands at its beginning. */
const lineChars = 120;

/** Endings of files that messages name without a folder. */
const fileEndings = [
  ...["js", "jsx", "cjs", "cjsx", "mjs", "mjsx", "ts", "tsx", "cts", "ctsx", "mts", "mtsx", "go", "py", "rs"],
  ...["rb", "java", "kt", "swift", "c", "h", "cc", "cpp", "cs", "php", "sh", "json", "yml", "yaml", "toml"],
  ...["md", "txt", "lock", "log"],
];

/** What differs between two occurrences of one failure, most particular first. */
const particular: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d(?:[t ][\d:.]{5,15}z?)?/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,30}\b/g, "<id>"],
  [/\bhttps?:\/\/\S+/g, "<url>"],
  [/(?:[a-z]:)?[\w.~@+-]{0,80}[/\\][\w.~@+/\\*-]{1,300}/g, "<path>"],
  [new RegExp(`\\b[\\w-]{1,80}\\.(?:${fileEndings.join("|")})\\b`, "g"), "<path>"],
  [/\b(?=[0-9a-f]{0,39}\d)[0-9a-f]{7,40}\b/g, "<id>"],
  [/\d+(?:[.,:]\d+)*/g, "#"],
  [/\s+/g, " "],
];

/**
 * The key of a failure, the same wherever it comes back: the tool with the program that it ran, the type of
 * error, and the line that describes what went wrong, without numbers, paths and ids.
 */
export function signatureOf(call: Pick<ToolCall, "tool" | "input" | "output">): string {
  const line = errorLine(call.output);
  const program = programNamed(call);
  const tool = call.tool.trim().toLowerCase().slice(0, 80);
  const type = typeOfText(line) ?? "unknown";
  return [program === "" ? tool : `${tool} ${program}`, type, withoutParticulars(line)].join("::");
}

/** What a shell command was mainly about, such as `go test` or `git push`; "" for other tools. */
export function programNamed({ tool, input }: Pick<ToolCall, "tool" | "input">): string {
  if (toolFamily(tool) !== "shell") return "";
  const { deciding, masked } = decidingPrograms(input);
  const all = [...deciding, ...masked];
  const [name = "", ...words] =
    (all.find((program) => failureKinds(program).size > 0) ?? all[0])?.words ?? [];
  const other = words.findIndex((word) => !/^[a-z][a-z:-]{1,30}$/.test(word));
  // A name, its verb and what the verb is about; further words are arguments.
  return [name.slice(0, 40), ...words.slice(0, other === -1 ? 2 : Math.min(other, 2))].join(" ");
}

function withoutParticulars(line: string): string {
  // Cut first: a line may be as long as the output.
  const start = line.slice(0, 4 * lineChars).toLowerCase();
  return particular
    .reduce((text, [pattern, name]) => text.replace(pattern, name), start)
    .slice(0, lineChars)
    .trim();
}
