import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { stateOfCall } from "./call-state.js";
import { familyOf } from "./family-of.js";
import type { ReadCall } from "./read-call.js";
import { failureId } from "./rules/identity.js";
import { sayFailure, shown } from "./rules/pairs.js";
import { failureKey, wordsOfFailure } from "./rules/words.js";

/** Who made a call, and where. */
export interface AboutCall {
  readonly phase: string | undefined;
  readonly task: string | undefined;
  readonly run: string | undefined;
  readonly actor: string;
  readonly origin: string;
}

/** A failure as it was recorded. */
export interface RecordedFailure {
  readonly signature: string;
  readonly lesson: string;
  readonly text: string;
}

/**
 * Records a call that failed or was refused. What depends on anything but the log is decided here and stands
 * in the event: the causing line, the key, the family. Everything is masked.
 */
export async function recordFailure(
  context: Context,
  writer: LedgerWriter,
  { seen, reflection, kind }: ReadCall,
  { phase, ...about }: AboutCall,
): Promise<RecordedFailure> {
  const cause = seen.cause ?? "";
  const key = failureKey(seen, cause);
  const words = wordsOfFailure(seen, cause);
  // Only of a call itself others are compared: a tool of the host and a refusal are what they are.
  const family = kind === "call" ? await familyOf(writer, key, words) : { signature: key, isKnown: true };
  const { result, by, because } = reflection;
  const text = sayFailure(shown(seen), cause);
  const data = {
    tool: seen.tool,
    result,
    by,
    because: because.slice(0, 500),
    phase,
    signature: family.signature,
    key,
    kind,
    cause,
    text,
    input: seen.text,
    ...(family.isKnown ? {} : { words: { call: words.call.map(cut), cause: words.cause.map(cut) } }),
    ...(kind === "call" ? { state: stateOfCall(context, seen, cause) } : {}),
  };
  await writer.append({ type: "reflection-recorded", data, ...about });
  return { signature: family.signature, lesson: failureId(family.signature), text };
}

const wordChars = 100;

function cut(word: string): string {
  return word.slice(0, wordChars);
}
