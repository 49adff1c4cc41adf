import { safeText } from "./contract-words.js";
import type { Enforcement, Priority } from "./directive.js";
import { textAtMostChars } from "./directive-text.js";

export interface GateReceipt {
  readonly kind: "applied" | "ignored" | "n_a" | "violated" | "contradicted" | "unacknowledged" | "verified";
  readonly source: "delegate" | "reviewer" | "predicate";
  /** Its place in the log: a later receipt has a higher one. */
  readonly seq: number;
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
}

type GateReason = "no_receipt" | "violated" | "check_failed";

interface GateBlock {
  readonly lesson: string;
  readonly shortId: string;
  readonly reason: GateReason;
  readonly missing: string;
  /** The lines that would do, one of them is enough; none when only its check can. */
  readonly write: readonly string[];
}

export type GateDecision =
  | { readonly passed: true }
  | {
      readonly passed: false;
      readonly blocks: readonly GateBlock[];
      /** Equal for equal reasons: what the caller compares to count denials in a row. */
      readonly reasons: string;
      readonly answer: string;
      /** How to override, once the same denial was given often enough. */
      readonly wayOut?: string;
    };

/** Equal denials in a row after which the gate explains how to override it. */
const denialsBeforeWayOut = 5;
/** The justification of an override is a sentence, not a word (directives: written justification). */
export const overrideAtLeastChars = 10;

const terminal: ReadonlySet<GateReceipt["kind"]> = new Set(["applied", "ignored", "n_a", "verified"]);

/**
 * Whether a phase may end. A critical directive needs a terminal receipt and no open violation; one that is
 * only enforced needs the second. `denialsSoFar` counts the denials in a row, before this one, with these
 * same reasons.
 */
export function evaluateGate(state: readonly GateItem[], denialsSoFar: number): GateDecision {
  const blocks = state.flatMap((item) => {
    const reason = denialReason(item);
    return reason === undefined ? [] : [blockFor(item, reason)];
  });
  if (blocks.length === 0) return { passed: true };
  const reasons = blocks
    .map(({ lesson, reason }) => `${lesson} ${reason}`)
    .sort()
    .join("\n");
  const wayOut = denialsSoFar >= denialsBeforeWayOut ? wayOutText(denialsSoFar) : undefined;
  const answer = answerText(blocks, state, wayOut);
  return { passed: false, blocks, reasons, answer, ...(wayOut === undefined ? {} : { wayOut }) };
}

function denialReason({ priority, enforcement, receipts }: GateItem): GateReason | undefined {
  const critical = priority === "critical";
  if (!critical && enforcement !== "enforce") return undefined;
  const open = receipts.filter((each) => isViolation(each) && !isRemediated(each, receipts));
  if (open.some(({ source }) => source === "predicate")) return "check_failed";
  if (open.length > 0) return "violated";
  return critical && !receipts.some(({ kind }) => terminal.has(kind)) ? "no_receipt" : undefined;
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

function blockFor({ lesson, shortId }: GateItem, reason: GateReason): GateBlock {
  const applied = `KNOWLEDGE_APPLIED:${shortId}`;
  const verified = `VERIFIED:${shortId} evidence=<where>`;
  switch (reason) {
    case "no_receipt":
      return {
        ...{ lesson, shortId, reason, missing: "nobody said what became of it" },
        write: [
          applied,
          `KNOWLEDGE_IGNORED:${shortId} reason=<why>`,
          `KNOWLEDGE_N_A:${shortId} reason=<why>`,
        ],
      };
    case "violated":
      return {
        ...{
          lesson,
          shortId,
          reason,
          missing: "it was violated, and since then neither applied nor verified by a reviewer",
        },
        write: [applied, verified],
      };
    case "check_failed":
      return {
        lesson,
        shortId,
        reason,
        missing: "its check failed, and must pass when it runs again",
        write: [],
      };
  }
}

function answerText(
  blocks: readonly GateBlock[],
  state: readonly GateItem[],
  wayOut: string | undefined,
): string {
  const texts = new Map(state.map(({ lesson, text }) => [lesson, safeText(text, textAtMostChars)]));
  const lines = blocks.flatMap(({ lesson, shortId, missing, write }) => [
    `- [${shortId}] ${texts.get(lesson) ?? ""}`,
    `  Missing: ${missing}.`,
    ...write.map((line, index) => `  ${index === 0 ? "Write" : "or"}: ${line}`),
  ]);
  const count = blocks.length === 1 ? "1 directive keeps" : `${blocks.length} directives keep`;
  return [`${count} this phase open:`, ...lines, ...(wayOut === undefined ? [] : [wayOut])].join("\n");
}

function wayOutText(denials: number): string {
  return (
    `The phase was denied ${denials} times for these reasons. The architect or a person can override the ` +
    `gate with a justification of at least ${overrideAtLeastChars} characters, which is kept in the log. ` +
    "Tell the person."
  );
}
