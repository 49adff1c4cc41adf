import { lineForm } from "../../../reading/output.js";
import {
  hiddenWord,
  isLook,
  isSure,
  plainText,
  type QuotedCall,
  type SeenCall,
  valuesOf,
  withoutFolder,
  withoutProse,
} from "./call.js";
import { silencesACheck } from "./safe.js";

/** What undid a failure, by places in the thread. */
export interface Remedy {
  /** The same call made differently, another program, or an action before the same call. */
  readonly how: "similar" | "other" | "between";
  /** What to do. */
  readonly do: number;
  /** What then worked; the same place unless something was done in between. */
  readonly worked: number;
}

/** How far ahead a remedy is looked for, in calls of the thread. */
const furthest = 12;
const furthestSimilar = 8;
const furthestOther = 4;
const leastShared = 0.5;
/** Of arguments that are no shell words more has to be common. */
const leastSharedValues = 0.2;
/** A shorter argument is shared by chance. */
const argumentChars = 5;

/**
 * The failures of a thread that its last call shows a remedy for. One by another program may be followed by one
 * by the same tool: both happened.
 */
export function remediesShownBy(
  thread: readonly SeenCall[],
): readonly { readonly failedAt: number; readonly remedy: Remedy }[] {
  const last = thread.length - 1;
  const first = Math.max(0, last - furthest);
  return thread.slice(first, Math.max(first, last)).flatMap((_, index) => {
    const remedy = remedyShownBy(thread, first + index);
    return remedy?.worked === last ? [{ failedAt: first + index, remedy }] : [];
  });
}

/** A tool of the host explains itself, and a failure without a line is like any other. */
function teaches(call: SeenCall | undefined): call is SeenCall & { readonly cause: string } {
  if (call === undefined || !call.failed || call.refused === true) return false;
  return call.sort !== "file" && call.cause !== undefined && call.cause !== "";
}

/** What the thread shows to undo the failure at this place: the same tool before another, an earlier call first. */
export function remedyShownBy(thread: readonly SeenCall[], failedAt: number): Remedy | undefined {
  const failed = thread[failedAt];
  if (!teaches(failed)) return undefined;
  const values = wordsOf(valuesOf(failed));
  let other: Remedy | undefined;
  for (let at = failedAt + 1; at <= failedAt + furthest; at += 1) {
    const call = thread[at];
    // From an edit on the work itself may have made the difference.
    if (call === undefined || call.edits) return other;
    if (call.failed || call.refused === true || printsAgain(call, failed.cause)) continue;
    const isSameTool = call.tool === failed.tool;
    if (isSameTool && asRepeated(call.text) === asRepeated(failed.text))
      return actionBetween(thread, failedAt, at);
    if (silencesACheck(failed.text, call.text)) continue;
    if (isSameTool && at <= failedAt + furthestSimilar && isSimilar(failed.text, call.text))
      return { how: "similar", do: at, worked: at };
    if (other === undefined && at <= failedAt + furthestOther && isOtherWay(failed, call, values))
      other = { how: "other", do: at, worked: at };
  }
  return other;
}

/** What is the same in a call that is made once more: of the arguments of a tool all but numbers, such as ids. */
function asRepeated(text: string): string {
  const plain = plainText(text);
  return text.startsWith("{") ? plain.replace(/(?<![\p{L}\p{N}_])\d+/gu, "#") : plain;
}

/** Behind a pipe a success may be the same failure again. */
function printsAgain({ sort, text, lines }: SeenCall, cause: string): boolean {
  return sort === "shell" && !isSure(text) && hasLine(lines, cause);
}

/** A shorter line says too little to be recognised. */
const leastLineChars = 12;

/** Whether a line was printed, whatever its numbers. */
function hasLine(lines: readonly string[], line: string): boolean {
  const form = lineForm(line);
  return form.length >= leastLineChars && lines.some((each) => lineForm(each) === form);
}

/** The one action between a call and its success that has to do with it. */
function actionBetween(thread: readonly SeenCall[], failedAt: number, worked: number): Remedy | undefined {
  const failed = thread[failedAt];
  const between = thread
    .slice(failedAt + 1, worked)
    .map((call, index) => ({ call, at: failedAt + 1 + index }));
  const actions = between.filter(
    ({ call }) => !call.failed && call.refused !== true && call.sort === "shell" && !isLook(call.text),
  );
  const [action] = actions;
  if (failed === undefined || action === undefined || actions.length > 1) return undefined;
  if (silencesACheck(failed.text, action.call.text) || !touches(action.call, failed)) return undefined;
  return { how: "between", do: action.at, worked };
}

/** Whether an action names something that the failed call or its output names. */
function touches(action: SeenCall, failed: SeenCall): boolean {
  const named = namesIn(`${failed.text.slice(0, 600)} ${failed.lines.join("\n").slice(0, 4_000)}`);
  return [...namesIn(withoutFolder(action.text).slice(0, 400))].some((name) => named.has(name));
}

function namesIn(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_@./:-]+/gu) ?? [];
  const names = words.flatMap((word) => [word.replace(/^[./:-]+|[./:-]+$/g, ""), ...word.split("/")]);
  return new Set(names.filter((name) => name.length >= 3));
}

/** Whether two calls share half of their words, counting what people write in them for people or not. */
function isSimilar(failed: string, call: string): boolean {
  const shared = (read: (text: string) => ReadonlySet<string>) => overlap(read(failed), read(call));
  // What is prose in one of them, and so hidden, may be an argument of the other.
  const hidden = (text: string) => new Set([...wordsOf(text)].map(hiddenWord));
  const ways = [wordsOf, hidden, (text: string) => wordsOf(withoutProse(text))];
  return ways.some((read) => shared(read) >= leastShared);
}

/** Another program with a word of the failed call, which two sessions have to agree on. */
function isOtherWay(failed: SeenCall, call: SeenCall, values: ReadonlySet<string>): boolean {
  if (call.sort === "file" || (call.sort === "shell" && isLook(call.text))) return false;
  const others = wordsOf(valuesOf(call));
  const common = [...others].filter((word) => values.has(word));
  if (sharedArguments(failed, call).length === 0) return false;
  if (call.tool !== failed.tool) return call.sort === "shell";
  return common.length / (values.size + others.size - common.length) >= leastSharedValues;
}

function sharedArguments(failed: QuotedCall, call: QuotedCall): readonly string[] {
  const values = wordsOf(valuesOf(failed));
  return [...wordsOf(valuesOf(call))].filter((word) => word.length >= argumentChars && values.has(word));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    withoutFolder(text)
      .slice(0, 600)
      .match(/[\p{L}\p{N}_@./:=-]+/gu),
  );
}

/**
 * Whether a later call of the session is an answer to a failed one: it or nearly the same works, a file is edited, or
 * the shell does what another tool could not.
 */
export function answers(failed: QuotedCall, call: SeenCall): boolean {
  if (call.failed || call.refused === true) return false;
  if (call.edits) return failed.sort === "shell";
  if (failed.tool !== call.tool)
    return failed.sort === "other" && call.sort === "shell" && sharedArguments(failed, call).length > 0;
  if (plainText(failed.text) === plainText(call.text)) return true;
  const [one, other] = [wordsOf(failed.text), wordsOf(call.text)];
  const common = [...one].filter((word) => other.has(word)).length;
  return common / Math.max(1, one.size + other.size - common) >= leastShared;
}

/** The share of common words, those that are nearly the same counted too. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  const free = new Set([...other].filter((word) => !one.has(word)).sort());
  let near = 0;
  for (const word of [...one].filter((each) => !other.has(each)).sort()) {
    const match = [...free].find((each) => isNearly(word, each));
    if (match === undefined) continue;
    near += 1;
    free.delete(match);
  }
  const shared = common + near;
  return shared / Math.max(1, one.size + other.size - shared);
}

/** `python` and `python3`, `lint` and `lint:fix`, `go` and `/usr/local/go/bin/go`. */
function isNearly(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 2) return false;
  return lastPart(short) === lastPart(long) || (short.length >= 3 && long.startsWith(short));
}

function lastPart(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}
