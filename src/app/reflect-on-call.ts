import { masked } from "../engines/failures/mask.js";
import { type FailedCall, type Remedy, remedyIn } from "../engines/failures/remedy.js";
import { candidateOf, type InsightCandidate } from "../engines/reflection/candidates.js";
import { classifyToolCall } from "../engines/reflection/classify-tool-call.js";
import type { HostFacts, Reflection, ToolCall } from "../engines/reflection/tool-call.js";
import type { EventOf } from "../events/catalog.js";
import { phases } from "../projections/phases.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { oneLine } from "../text/one-line.js";
import type { Context } from "./context.js";

/** A tool call that is over, with the run and the phase it belongs to. */
export interface FinishedCall {
  readonly tool: string;
  readonly input: string;
  readonly output: string;
  readonly facts?: { readonly [Fact in keyof HostFacts]?: HostFacts[Fact] | undefined } | undefined;
  readonly phase?: string | undefined;
  readonly task?: string | undefined;
  readonly run?: string | undefined;
  readonly actor?: string | undefined;
  readonly origin?: string | undefined;
}

/** A finished call as the rules read it. */
export interface ReadCall {
  readonly call: ToolCall;
  readonly reflection: Reflection;
  /** What may be learned from its failure; its signature is masked, as the log knows the failure by it. */
  readonly candidate: InsightCandidate | undefined;
}

/** A call that worked and the earlier failure that it undid, or may have. */
export interface FoundFix {
  readonly candidate: InsightCandidate;
  readonly remedy: Remedy;
}

/** Hooks and transcripts read a call by this one function. */
export function readCall({ places }: Context, given: FinishedCall): ReadCall {
  const call = callOf(given);
  const reflection = classifyToolCall(call);
  const found = candidateOf(call, reflection);
  const candidate = found && { ...found, signature: masked(found.signature, places.root).slice(0, 500) };
  return { call, reflection, candidate };
}

function callOf({ tool, input, output, facts }: FinishedCall): ToolCall {
  const known = Object.entries(facts ?? {}).filter(([, value]) => value !== undefined);
  return {
    tool,
    input,
    output,
    ...(known.length === 0 ? {} : { facts: Object.fromEntries(known) as HostFacts }),
  };
}

/** Writes a call that taught something: a failure, or with a remedy what undid one. */
export async function recordReflection(
  context: Context,
  writer: LedgerWriter,
  {
    tool,
    input: given,
    phase,
    run = context.run,
    task,
    actor = context.actor,
    origin = context.origin,
  }: FinishedCall,
  { result, by, because }: Reflection,
  { text, signature, failure: { kind, program, cause, named, suggested } }: InsightCandidate,
  remedy?: Remedy,
): Promise<void> {
  const written = (text: string, chars = 500) => masked(text, context.places.root).slice(0, chars);
  const data = {
    tool,
    result,
    by,
    because: because.slice(0, 500),
    phase,
    signature,
    kind,
    program: written(program, 200) || tool,
    cause: written(cause),
    named: written(named),
    ...(suggested.length === 0 ? {} : { suggested: suggested.map((each) => written(each)) }),
    text: written(text),
    input: written(given),
    ...(remedy === undefined
      ? {}
      : {
          relation: remedy.relation,
          advice: written(remedy.advice),
          ...(remedy.relation === "instead" ? { fixedBy: written(oneLine(given, fixChars)) } : {}),
        }),
  };
  await writer.append({ type: "reflection-recorded", data, run, task, actor, origin });
}

const fixChars = 160;

/** The part of a call that stands for what worked. */
export function fixOf({ input }: ToolCall): string {
  return oneLine(input, fixChars);
}

/** The failures before a call that works, which it undid or may have: nothing for a call that fails. */
export async function fixesIn(
  context: Context,
  reader: LedgerReader,
  { phase, run = context.run }: FinishedCall,
  { call, reflection }: ReadCall,
): Promise<readonly FoundFix[]> {
  if (phase === undefined || reflection.result !== "success") return [];
  const open = await openFailures(reader, phase, run);
  return open.flatMap((candidate) => {
    const remedy = remedyIn(candidate.failed, call);
    return remedy === undefined || isKnown(candidate, remedy) ? [] : [{ candidate, remedy }];
  });
}

/** A remedy comes within a few calls: older failures of a session are not looked at. */
const failuresLookedAt = 3;

interface OpenFailure extends InsightCandidate {
  readonly failed: FailedCall;
  /** Whether something was tried that may have undone it. */
  readonly tried: boolean;
}

/** That the failed call works again says something only after something was tried. */
function isKnown({ tried }: OpenFailure, { relation }: Remedy): boolean {
  return (relation === "again" && !tried) || (relation === "helps" && tried);
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
    const { signature = "", result, relation = "instead" } = event.data;
    const known = open.get(signature);
    if (result !== "success") open.set(signature, openFailure(event));
    else if (relation === "helps" && known !== undefined) open.set(signature, { ...known, tried: true });
    else open.delete(signature);
  }
  return [...open.values()].slice(-failuresLookedAt);
}

function openFailure({ data }: EventOf<"reflection-recorded">): OpenFailure {
  const { tool, by, text = "", signature = "", input: given = "" } = data;
  const { kind = "misuse", program = "", cause = "", named = "", suggested = [] } = data;
  const failure = { kind, program, cause, named, suggested };
  const failed = { ...failure, tool, input: given };
  return { text, signature, source: { tool, by }, failure, failed, tried: false };
}
