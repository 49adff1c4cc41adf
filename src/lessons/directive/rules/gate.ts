import type { gateReasons } from "../../../log/events/gate.js";
import { safeText } from "../../unconfirmed/contract-words.js";
import { needsReason } from "./acks.js";
import type { Enforcement, Priority } from "./directive.js";
import { textAtMostChars } from "./directive-text.js";

export interface GateReceipt {
  readonly kind: "applied" | "ignored" | "n_a" | "violated" | "contradicted" | "unacknowledged" | "verified";
  readonly source: "delegate" | "reviewer" | "predicate";
  /** Its place in the log: a later receipt has a higher one. */
  readonly seq: number;
  /** A reason or evidence was given with it. */
  readonly explained: boolean;
  /** A channel that knows who speaks brought it. */
  readonly vouched: boolean;
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
  /** The commands that it requires, as hooks saw them; undefined where nobody could see. */
  readonly commands?: GateCommands | undefined;
}

interface GateCommands {
  /** Those that are missing, and since which edit; null where nothing was edited. */
  readonly missing: readonly { readonly command: string; readonly since: string | null }[];
  /** The place in the log of the last run, when all of them were run and none failed; else 0. */
  readonly seq: number;
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
  /** The directive's own words, safe to stand in a prompt. */
  readonly text: string;
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
  const answer = answerText(blocks, asker, wayOut);
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

function denialReason(item: GateItem): GateReason | undefined {
  const { priority, enforcement, receipts, check } = item;
  const critical = priority === "critical";
  if (!critical && enforcement !== "enforce") return undefined;
  if (check?.passed === false) return "check_failed";
  const open = openViolations(item);
  if (open.some(({ source }) => source === "predicate")) return "check_failed";
  if (open.length > 0) return "violated";
  if (lacksRun(item)) return "not_run";
  if (!critical || receipts.some(isAnswer)) return undefined;
  return receipts.some(lacksReason) ? "no_reason" : "no_receipt";
}

/**
 * A required command that hooks did not see, although files were edited or the agent says that it was applied.
 * That it ran is seen and not said: only a reason why not, or a reviewer, opens the gate without it.
 */
function lacksRun({ commands, receipts }: GateItem): boolean {
  const missing = commands?.missing ?? [];
  const isClaim = ({ kind, source }: GateReceipt) => kind === "applied" && source === "delegate";
  if (missing.length === 0 || receipts.some((each) => isAnswer(each) && !isClaim(each))) return false;
  return receipts.some(isClaim) || missing.some(({ since }) => since !== null);
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

/** Violations that nothing which came later takes back. */
function openViolations({
  receipts,
  commands,
}: Pick<GateItem, "receipts" | "commands">): readonly GateReceipt[] {
  const isTakenBack = (violation: GateReceipt) =>
    receipts.some((each) => each.seq > violation.seq && takesBack(each, violation)) ||
    (violation.source === "reviewer" && (commands?.seq ?? 0) > violation.seq);
  return receipts.filter((each) => isViolation(each) && !isTakenBack(each));
}

/**
 * What a check found, only the check takes back: words do not mend a file. What a reviewer found, a reviewer or
 * a check: the agent under review does not overrule it. Only its own report the agent takes back itself.
 */
function takesBack({ kind, source, vouched }: GateReceipt, violation: GateReceipt): boolean {
  if (kind === "verified" && source === "predicate") return true;
  if (violation.source === "predicate") return false;
  if (kind === "verified") return vouched || !violation.vouched;
  return kind === "applied" && violation.source === "delegate";
}

function blockFor(item: GateItem, reason: GateReason): GateBlock {
  const { lesson, shortId, check } = item;
  const applied = `KNOWLEDGE_APPLIED:${shortId}`;
  const text = safeText(item.text, textAtMostChars);
  const base = { lesson, shortId, text, reason, check: null };
  const answers = [
    applied,
    `KNOWLEDGE_IGNORED:${shortId} reason=<why>`,
    `KNOWLEDGE_N_A:${shortId} reason=<why>`,
  ];
  switch (reason) {
    case "no_receipt":
      return {
        ...base,
        missing: "no answer says what became of it",
        write: answers,
      };
    case "no_reason":
      return { ...base, ...reasonAskedFor(item) };
    case "violated":
      return { ...base, ...remedyFor(item, applied) };
    case "not_run":
      return { ...base, missing: notRunText(item.commands?.missing ?? []), write: answers };
    case "check_failed":
      return {
        ...base,
        missing: "its check fails",
        write: [],
        check: check === undefined ? null : { predicate: check.predicate, found: check.found },
      };
  }
}

function notRunText(missing: GateCommands["missing"]): string {
  const each = missing.map(({ command, since }) => {
    const when = since === null ? "in this session" : `since the edit at ${since.slice(11, 16)} UTC`;
    return `\`${boundedText(command)}\` was not run ${when}`;
  });
  return `${each.join(", and ")}; run it first`;
}

/** What an agent reported of itself it can take back; what a reviewer found, only a reviewer. */
function remedyFor(item: GateItem, applied: string): Pick<GateBlock, "missing" | "write"> {
  const verified = `VERIFIED:${item.shortId} evidence=<where>`;
  return openViolations(item).some(({ source }) => source === "reviewer")
    ? { missing: "a reviewer found it violated, and none has verified it since", write: [verified] }
    : {
        missing: "it was reported violated, and neither applied nor verified since",
        write: [applied, verified],
      };
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

function answerText(blocks: readonly GateBlock[], { again }: GateAsker, wayOut: string | undefined): string {
  const count = blocks.length === 1 ? "1 rule keeps" : `${blocks.length} rules keep`;
  const lines = blocks.flatMap((block) => blockLines(block, again));
  return [`${count} this phase open:`, ...lines, ...(wayOut === undefined ? [] : [wayOut])].join("\n");
}

/** A directive by its words, what keeps it open and what to do about it, line by line. */
export function blockLines(
  { shortId, text, missing, write, check, reason }: Omit<GateBlock, "lesson">,
  again: string,
): readonly string[] {
  const lines = [
    `Missing: ${missing}.`,
    ...(check === null
      ? []
      : [`Check: ${boundedText(check.predicate)}`, `Found: ${boundedText(check.found.join(", "))}`]),
    ...write.map((line, index) => `${writerOf(line, index)}: ${line}`),
    ...(reason === "check_failed" ? [`Fix it, then ${again}`] : []),
  ];
  return [`- "${text}" [${shortId}]`, ...lines.map((line) => `  ${line}`)];
}

function writerOf(line: string, index: number): string {
  const isReviewers = line.startsWith("VERIFIED:");
  if (index > 0) return isReviewers ? "or a reviewer" : "or";
  return isReviewers ? "Mend it, then a reviewer who did not do the work writes" : "Write";
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
