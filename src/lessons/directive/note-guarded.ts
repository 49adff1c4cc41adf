import { masked } from "../../base/text/masked.js";
import { oneLine } from "../../base/text/one-line.js";
import type { EventData } from "../../log/events/catalog.js";
import { holdsCall } from "../../log/events/guard.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { Draft } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { failOpen } from "../../verbs/call/fail-open.js";

/** A call of a session and why it was not simply let through. */
export interface Guarded
  extends Pick<EventData<"call-guarded">, "decision" | "adapter" | "elsewhere" | "tool" | "phase">,
    Partial<Pick<Draft<"call-guarded">, "actor" | "origin">>,
    Pick<Draft<"call-guarded">, "run" | "task"> {
  readonly lessons: readonly string[];
  /** The rules of instruction files behind it. */
  readonly rules?: readonly string[] | undefined;
  /** The command line, or what else the tool was given. */
  readonly call: string;
  /** The call's own id: asked about twice, it counts once. */
  readonly id?: string | undefined;
}

const callChars = 200;
/** A secret that is cut in half is not recognised: much more is masked than is kept. */
const maskedChars = 4_000;
const lessonsKept = 20;
/** A write takes a hundredth of it. An agent that waits longer for the answer may go on without it. */
const longestWaitMs = 250;

/**
 * Puts on record that a call was denied, stopped, put to a person, answered with a warning or counted. The answer stands whatever becomes of the
 * record: it is not waited for long, and one that cannot be written is counted as a loss.
 */
export async function noteGuarded(context: Context, guarded: Guarded): Promise<void> {
  const { decision, adapter, elsewhere, tool, phase, run, task, id } = guarded;
  const { actor = context.actor, origin = context.origin } = guarded;
  const session = sessionOf({ run, task, data: { phase } });
  if (session === undefined) return;
  const call = oneLine(masked(guarded.call.slice(0, maskedChars), context.places.root), callChars);
  // Another project may deny what this one has put to a person, and what is only counted is counted besides.
  const by = elsewhere === true ? "guard elsewhere" : holdsCall(decision) ? "guard" : `guard ${decision}`;
  const key = id === undefined || id === "" ? undefined : `${by} ${session} ${id}`.slice(0, 200);
  const lessons = guarded.lessons.slice(0, lessonsKept);
  const rules = guarded.rules?.slice(0, lessonsKept);
  const data = { decision, lessons, ...(rules && { rules }), adapter, elsewhere, tool, phase, call };
  const written = failOpen(context, "guard", context.limits.captureMs, ({ options }) => {
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      if (key !== undefined && (await writer.eventByKey(key)) !== undefined) return;
      await writer.append({ type: "call-guarded", data, actor, origin, run, task, key });
    }, options);
  });
  await withinTime(written);
}

async function withinTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestWaitMs);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
