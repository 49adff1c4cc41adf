import { readEvent, type WhetstoneEvent } from "../../src/log/events/catalog.js";
import type { Context } from "../../src/verbs/call/context.js";
import { hostSpeaker } from "../../src/verbs/call/speaker.js";
import { contextFor } from "../../src/verbs/open/context-for.js";
import { handleOf } from "../../src/verbs/open/open-whetstone.js";
import { movingClock } from "./ledger.js";
import { patience } from "./patience.js";
import { type Act, type Cast, past } from "./random-course.js";

/** Lives through a course with these settings, by the verbs that hooks and people call. */
export async function lived(course: readonly Act[], set: readonly string[], folder: string) {
  const clock = movingClock();
  const context = contextFor({
    root: folder,
    env: { HOME: folder, ...patience },
    clock: clock.read,
    set: ["store.kind=memory", "evidence.enabled=true", "project=trial", ...set],
    actor: "tester",
    origin: "human",
  });
  const person = handleOf(context);
  const host = handleOf({ ...context, ...hostSpeaker("claude-code") });
  const cast: Cast = { host, person, advance: clock.advance, asked: [] };
  await past(cast);
  for (const { happen } of course) {
    await happen(cast);
    clock.advance(60_000);
  }
  return { context, person, asked: cast.asked, log: await logOf(context) };
}

async function logOf({ ledger }: Context): Promise<readonly WhetstoneEvent[]> {
  const recorded = await ledger.read((reader) => reader.recordedAfter(0, 10_000));
  return recorded.map(readEvent);
}
