import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { isOrigin, originForms } from "../../log/events/origin.js";
import { admit, check, refusalError, refuseInput, unreadableIn } from "../call/admit.js";
import type { Context } from "../call/context.js";
import { type Deadline, noDeadline } from "../call/fail-open.js";
import { mayBeModel, personNeeded, raisedOrigin } from "../call/speaker.js";
import type { CallOptions } from "./call-options.js";
import type { Verb } from "./define-verb.js";

/** Checks the input, does the work, and answers. Every surface calls a verb through this. */
export async function callVerb(
  context: Context,
  verb: Verb,
  input: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  const proceed = async (deadline = noDeadline) => {
    const value = await admitted(context, verb, input, deadline);
    return verb.run(context, value, { ...options, deadline });
  };
  const result = await (verb.guard === undefined
    ? proceed()
    : verb.guard(context, guarded(input), proceed as (deadline?: Deadline) => Promise<unknown>));
  const data = verb.asData !== undefined && mayBeModel(context) ? verb.asData(result as never) : result;
  return checkedResult(context, verb, data);
}

/** The same for a verb that answers item by item. */
export async function* streamVerb(context: Context, verb: Verb, input: unknown): AsyncGenerator<unknown> {
  const items = verb.run(context, await admitted(context, verb, input), {
    deadline: noDeadline,
  }) as AsyncIterable<unknown>;
  for await (const item of items) yield checkedResult(context, verb, item);
}

/** A guard reads fields before they are checked: it gets none of what has none, or cannot be read. */
function guarded(input: unknown): unknown {
  return typeof input === "object" && input !== null && unreadableIn(input) === undefined ? input : {};
}

async function admitted(context: Context, verb: Verb, input: unknown, deadline?: Deadline) {
  const given = input === undefined ? {} : input;
  const unreadable = unreadableIn(given);
  if (unreadable !== undefined) throw refusalError(verb.name, unreadable, " Nothing was recorded.");
  const refusal = speakerRefusal(context, verb, given);
  if (refusal !== undefined) return refuseInput(context, verb.name, refusal, given, deadline?.options);
  const alsoCheck = (value: Record<string, unknown>) => verb.check?.(context, value);
  if (verb.answersOnly === true) {
    const asked = check(verb.input, given, alsoCheck);
    if ("value" in asked) return asked.value;
    throw refusalError(verb.name, asked);
  }
  return admit(context, verb.name, verb.input, given, alsoCheck, deadline?.options);
}

/** Looked at before the rest of the input. A dry run changes nothing: anyone may ask for it. */
function speakerRefusal(context: Context, verb: Verb, given: unknown) {
  const { origin, dryRun } = Object(given) as Readonly<Record<string, unknown>>;
  if (origin !== undefined && !isOrigin(origin)) return { field: "origin", reason: originForms };
  if (verb.caller === "person" && dryRun !== true) return personNeeded(context, origin);
  return raisedOrigin(context, origin);
}

/** A result that does not fit its published schema is a defect; tests look for it. */
function checkedResult(context: Context, verb: Verb, result: unknown): unknown {
  if (context.checkResults !== true) return result;
  const parsed = z.safeParse(verb.output, result);
  if (parsed.success) return result;
  throw new WhetstoneError("internal", `${verb.name}: the result does not fit its schema`, {
    values: { issues: parsed.error.issues },
  });
}
