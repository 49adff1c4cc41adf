import type { gateReasons } from "../../events/gate.js";
import { needsReason } from "./acks.js";
import { safeText } from "./contract-words.js";
import type { Enforcement, Priority } from "./directive.js";
import { textAtMostChars } from "./directive-text.js";

export interface GateReceipt {
  readonly kind: "applied" | "ignored" | "n_a" | "violated" | "contradicted" | "unacknowledged" | "verified";
  readonly source: "delegate" | "reviewer" | "predicate";
  /** Its place in the log: a later receipt has a higher one. */
  readonly seq: number;
  /** A reason or evidence was given with it. */
  readonly explained: boolean;
}

/** How the check of a directive ended just now. */
export interface GateCheck {
  readonly predicate: string;
  readonly passed: boolean;
  /** Places at fault, or why it could not be run. */
  readonly found: readonly string[];
}

/**
 * A directive that stood in a prompt of this phase. What had no room in it is not given, and so never asked
 * for.
 */
export interface GateItem {
  readonly lesson: string;
  readonly shortId: string;
  readonly text: string;
  readonly priority: Priority;
  readonly enforcement: Enforcement;
  readonly receipts: readonly GateReceipt[];
  /** Undefined for a directive without a predicate. */
  readonly check?: GateCheck | undefined;
}

/** The facts that the answer to the caller needs. */
export interface GateAsker {
  /** Denials in a row, before this one, with these same reasons. */
  readonly denialsSoFar: number;
  /** What to do once a check has been satisfied, to ask again. */
  readonly again: string;
  /** The command that overrides the gate: for a person only. An agent is told to ask one. */
  readonly override?: string | undefined;
}

type GateReason = (typeof gateReasons)[number];

export interface GateBlock {
  readonly lesson: string;
  readonly shortId: string;
  readonly reason: GateReason;
  readonly missing: string;
  /** The lines that would do, one of them is enough; none when only its check can. */
  readonly write: readonly string[];
  /** Null unless its check failed. */
  readonly check: { readonly predicate: string; readonly found: readonly string[] } | null;
}

export type GateDecision =
  | { readonly passed: true }
  | {
      readonly passed: false;
      readonly blocks: readonly GateBlock[];
      readonly answer: string;
      /** How to override, once the same denial was given often enough. */
      readonly wayOut?: string;
    };

/** Equal denials in a row after which the gate explains how to override it. */
const denialsBeforeWayOut = 5;
/** The justification of an override is a sentence, not a word (directives: written justification). */
export const overrideAtLeastChars = 10;

/**
 * Whether a phase may end. A check that fails keeps it open, whatever anybody wrote. A critical directive
 * also needs an answer and no open violation; one that is only enforced needs the second.
 */
export function evaluateGate(state: readonly GateItem[], asker: GateAsker): GateDecision {
  const blocks = openBlocks(state);
  if (blocks.length === 0) return { passed: true };
  const { denialsSoFar } = asker;
  const wayOut = denialsSoFar >= denialsBeforeWayOut ? wayOutText(asker) : undefined;
  const answer = answerText(blocks, state, asker, wayOut);
  return { passed: false, blocks, answer, ...(wayOut === undefined ? {} : { wayOut }) };
}

/** The directives that keep a phase open. */
export function openBlocks(state: readonly GateItem[]): readonly GateBlock[] {
  return state.flatMap((item) => {
    const reason = denialReason(item);
    return reason === undefined ? [] : [blockFor(item, reason)];
  });
}

/** Equal for equal reasons, in whatever order they come: denials in a row are counted by it. */
export function reasonsOf(blocks: readonly Pick<GateBlock, "lesson" | "reason">[]): string {
  return blocks
    .map(({ lesson, reason }) => `${lesson} ${reason}`)
    .sort()
    .join("\n");
}

function denialReason({ priority, enforcement, receipts, check }: GateItem): GateReason | undefined {
  const critical = priority === "critical";
  if (!critical && enforcement !== "enforce") return undefined;
  if (check?.passed === false) return "check_failed";
  const open = receipts.filter((each) => isViolation(each) && !isRemediated(each, receipts));
  if (open.some(({ source }) => source === "predicate")) return "check_failed";
  if (open.length > 0) return "violated";
  if (!critical || receipts.some(isAnswer)) return undefined;
  return receipts.some(lacksReason) ? "no_reason" : "no_receipt";
}

/** A check is not an answer: passing means that nothing was found, not that the work was done. */
function isAnswer(receipt: GateReceipt): boolean {
  if (receipt.source === "predicate") return false;
  return (
    receipt.kind === "applied" ||
    receipt.kind === "verified" ||
    (needsReason(receipt.kind) && receipt.explained)
  );
}

function lacksReason(receipt: GateReceipt): boolean {
  return needsReason(receipt.kind) && !receipt.explained;
}

function isViolation({ kind }: GateReceipt): boolean {
  return kind === "violated" || kind === "contradicted";
}

/**
 * By an applied or verified that came later. What a predicate found, only the predicate takes back: words do
 * not mend a file.
 */
function isRemediated(violation: GateReceipt, receipts: readonly GateReceipt[]): boolean {
  return receipts.some(
    ({ kind, source, seq }) =>
      seq > violation.seq &&
      (kind === "verified" || kind === "applied") &&
      (violation.source !== "predicate" || source === "predicate"),
  );
}

function blockFor(item: GateItem, reason: GateReason): GateBlock {
  const { lesson, shortId, check } = item;
  const applied = `KNOWLEDGE_APPLIED:${shortId}`;
  const base = { lesson, shortId, reason, check: null };
  switch (reason) {
    case "no_receipt":
      return {
        ...base,
        missing: "no answer says what became of it",
        write: [
          applied,
          `KNOWLEDGE_IGNORED:${shortId} reason=<why>`,
          `KNOWLEDGE_N_A:${shortId} reason=<why>`,
        ],
      };
    case "no_reason":
      return { ...base, ...reasonAskedFor(item) };
    case "violated":
      return {
        ...base,
        missing: "it was violated, and since then neither applied nor verified by a reviewer",
        write: [applied, `VERIFIED:${shortId} evidence=<where>`],
      };
    case "check_failed":
      return {
        ...base,
        missing: "its check fails",
        write: [],
        check: check === undefined ? null : { predicate: check.predicate, found: check.found },
      };
  }
}

/** The line that was written, as it should have been. */
function reasonAskedFor({ shortId, receipts }: GateItem): Pick<GateBlock, "missing" | "write"> {
  const bare = receipts.filter(lacksReason).at(-1);
  if (bare?.source === "reviewer")
    return {
      missing: "the reviewer judged it not applicable without saying why",
      write: [`N-A:${shortId} evidence=<why>`],
    };
  return bare?.kind === "ignored"
    ? { missing: "it was ignored without a reason", write: [`KNOWLEDGE_IGNORED:${shortId} reason=<why>`] }
    : {
        missing: "it was judged not applicable without a reason",
        write: [`KNOWLEDGE_N_A:${shortId} reason=<why>`],
      };
}

function answerText(
  blocks: readonly GateBlock[],
  state: readonly GateItem[],
  { again }: GateAsker,
  wayOut: string | undefined,
): string {
  const texts = new Map(state.map(({ lesson, text }) => [lesson, safeText(text, textAtMostChars)]));
  const lines = blocks.flatMap(({ lesson, shortId, ...block }) => [
    `- [${shortId}] ${texts.get(lesson) ?? ""}`,
    ...blockLines(block, again).map((line) => `  ${line}`),
  ]);
  const count = blocks.length === 1 ? "1 directive keeps" : `${blocks.length} directives keep`;
  return [`${count} this phase open:`, ...lines, ...(wayOut === undefined ? [] : [wayOut])].join("\n");
}

/** What keeps one directive open and what to do about it, line by line. */
export function blockLines(
  { missing, write, check, reason }: Omit<GateBlock, "lesson" | "shortId">,
  again: string,
): readonly string[] {
  return [
    `Missing: ${missing}.`,
    ...(check === null
      ? []
      : [`Check: ${boundedText(check.predicate)}`, `Found: ${boundedText(check.found.join(", "))}`]),
    ...write.map((line, index) => `${index === 0 ? "Write" : "or"}: ${line}`),
    ...(reason === "check_failed" ? [`Fix it, then ${again}`] : []),
  ];
}

/** A person wrote the check, and names of files may hold anything. */
function boundedText(text: string): string {
  return safeText(text, 1_000);
}

function wayOutText({ denialsSoFar, override }: GateAsker): string {
  const denied = `The phase was denied ${denialsSoFar} times for these reasons.`;
  return override === undefined
    ? `${denied} Ask the person you work for: only they, or the architect, can let it end anyway.`
    : `${denied} To let it end anyway, give a reason of at least ${overrideAtLeastChars} characters, which ` +
        `is kept in the log: ${override}`;
}
