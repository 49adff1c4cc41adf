import { masked } from "../../base/text/masked.js";
import { oneLine } from "../../base/text/one-line.js";
import { isAtRest } from "../../engines/failures/failure-state.js";
import type { FailedCall, Remedy } from "../../engines/failures/remedy.js";
import { remedyIn } from "../../engines/failures/remedy-in.js";
import type { InsightCandidate } from "../../engines/reflection/candidates.js";
import type { Reflection, ToolCall } from "../../engines/reflection/tool-call.js";
import type { EventOf } from "../../log/events/catalog.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { WaitOptions } from "../../log/store/ledger.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { phases } from "../../projections/phases.js";
import type { Context } from "../context.js";
import { failuresOfCall } from "./failures-of-call.js";
import { type AboutCall, fixChars, recordFailure } from "./record-failure.js";

/** What a call that works shows of failures. */
export interface Shown {
  /** Failures before it that it undid, or may have. */
  readonly undone: readonly Undone[];
  /** Lessons of other sessions about calls that work again. */
  readonly working: readonly string[];
}

/**
 * A call that works may show how to undo a failure before it, or that what failed in other sessions works
 * again. Returns the failure that it undid. A call that says neither writes nothing.
 */
export async function learnFromSuccess(
  context: Context,
  call: ToolCall,
  reflection: Reflection,
  about: AboutCall,
  options: WaitOptions,
): Promise<InsightCandidate | undefined> {
  const shown = await context.ledger.read((reader) => shownBySuccess(context, reader, call, about), options);
  const { undone, working } = shown;
  if (undone.length + working.length === 0) return undefined;
  context.beforeWriting();
  await context.ledger.write(
    (writer) => recordShown(context, writer, { call, reflection }, shown, about),
    options,
  );
  const proven = undone.find(({ remedy }) => remedy.relation === "instead");
  return proven && { ...proven.candidate, fixedBy: oneLine(call.input, fixChars) };
}

export async function shownBySuccess(
  context: Context,
  reader: LedgerReader,
  call: ToolCall,
  about: AboutCall,
): Promise<Shown> {
  // The log holds masked texts: what is compared with them has to be masked too.
  const seen = { ...call, input: masked(call.input, context.places.root) };
  return {
    undone: await undoneBy(reader, seen, about),
    working: await worksAgain(context, reader, seen, about),
  };
}

export async function recordShown(
  context: Context,
  writer: LedgerWriter,
  read: { readonly call: ToolCall; readonly reflection: Reflection },
  { undone, working }: Shown,
  about: AboutCall,
): Promise<void> {
  for (const each of undone) await recordFailure(context, writer, { ...read, ...each }, about);
  const { phase, ...who } = about;
  for (const lesson of working) await writer.append({ type: "call-worked", data: { lesson, phase }, ...who });
}

/** Lessons of this form of call that the session has not seen to work yet. Those at rest need no more proof. */
async function worksAgain(
  context: Context,
  reader: LedgerReader,
  call: ToolCall,
  about: AboutCall,
): Promise<readonly string[]> {
  const session = sessionOf({ ...about, data: about });
  const known = await failuresOfCall(context, reader, call);
  const lessons = known
    .filter(({ row }) => !isAtRest(row))
    .filter(({ row }) => !row.worked.some((each) => each.session === session))
    .map(({ row }) => row.lesson);
  return [...new Set(lessons)];
}

interface Undone {
  readonly candidate: InsightCandidate;
  readonly remedy: Remedy;
}

async function undoneBy(
  reader: LedgerReader,
  call: ToolCall,
  { phase, run }: AboutCall,
): Promise<readonly Undone[]> {
  const open = phase === undefined ? [] : await openFailures(reader, phase, run);
  return open.flatMap((candidate) => {
    const remedy = remedyIn(candidate.failed, call);
    if (remedy === undefined || isKnownRemedy(candidate, remedy)) return [];
    // The failed call that works now proves what was tried before.
    const advice = remedy.relation === "again" ? candidate.tried : remedy.advice;
    return [{ candidate, remedy: { ...remedy, advice } }];
  });
}

/** A remedy comes within a few calls: older failures of a session are not looked at. */
const failuresLookedAt = 3;

interface OpenFailure extends InsightCandidate {
  readonly failed: FailedCall;
  /** What was tried that may have undone it; "" while nothing was. */
  readonly tried: string;
}

/**
 * Code that is being written works in the end whatever the calls before were: only a step that the output
 * proposed undoes its failure. The failed call that simply works again closes the failure, so that nothing
 * later is taken for its remedy.
 */
function isKnownRemedy({ tried, failure }: OpenFailure, { relation }: Remedy): boolean {
  if (failure.kind === "work" && relation === "instead") return true;
  return relation === "helps" && tried !== "";
}

/** The newest failures of a run in a phase that no later call has undone. */
async function openFailures(
  reader: LedgerReader,
  phase: string,
  run: string | undefined,
): Promise<readonly OpenFailure[]> {
  const noted = (await reader.row(phases, phase))?.candidates ?? [];
  const open = new Map<string, OpenFailure>();
  for (const { seq } of noted.slice(-3 * failuresLookedAt)) {
    const [event] = await reader.eventsAfter(seq - 1, 1);
    if (event?.type !== "reflection-recorded" || event.run !== run) continue;
    const { signature = "", result, relation = "instead", advice = "" } = event.data;
    const known = open.get(signature);
    if (result !== "success") open.set(signature, openFailure(event));
    else if (relation === "helps" && known !== undefined) open.set(signature, { ...known, tried: advice });
    else open.delete(signature);
  }
  return [...open.values()].slice(-failuresLookedAt);
}

function openFailure({ data }: EventOf<"reflection-recorded">): OpenFailure {
  const { tool, by, text = "", signature = "", input: given = "" } = data;
  const { kind = "misuse", program = "", cause = "", named = "", suggested = [] } = data;
  const failure = { kind, program, cause, named, suggested };
  const failed = { ...failure, tool, input: given };
  return { text, signature, source: { tool, by }, failure, failed, tried: "" };
}
