import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ledgerOver } from "../../../../tests/support/ledger.js";
import type { WhetstoneEvent } from "../../../log/events/catalog.js";
import { sessionOf } from "../../../log/events/session-of.js";
import type { LedgerWriter } from "../../../log/store/ledger-writer.js";
import { failureId } from "../../failure/rules/identity.js";
import { endTrialSession } from "../end-trial-session.js";
import { noSessions, withSession } from "../rules/e-test.js";
import { noBets, withBets } from "../rules/interval.js";
import { trials } from "./trials.js";

const signatures = ["Bash::one", "Bash::two"] as const;
const host = { actor: "host", origin: "tool:host" };

const step = fc.record({
  what: fc.constantFrom("shown", "held out", "failed", "failed", "ended"),
  session: fc.constantFrom("a", "b", "c", "d", "e"),
  signature: fc.constantFrom(...signatures),
  probability: fc.constantFrom(0.5, 0.8, 0.95),
  moment: fc.constantFrom("start" as const, "failure" as const, "call" as const),
  cause: fc.constantFrom("task" as const, "task" as const, "infra" as const),
});
type Step = Omit<typeof step extends fc.Arbitrary<infer Each> ? Each : never, "session"> & {
  readonly session: string;
};

async function take(writer: LedgerWriter, { what, session, signature, ...step }: Step): Promise<void> {
  const { probability, moment, cause } = step;
  const about = { ...host, task: session };
  const showing = { lesson: failureId(signature), verb: "brief" as const, moment, text: "text", probability };
  if (what === "shown") await writer.append({ type: "lesson-exposed", data: showing, ...about });
  if (what === "held out") await writer.append({ type: "lesson-withheld", data: showing, ...about });
  if (what === "ended") await endTrialSession(writer, { session, cause }, about);
  if (what !== "failed") return;
  const facts = { tool: "Bash", by: "host", because: "exit code 1", kind: "call" } as const;
  await writer.append({
    type: "reflection-recorded",
    data: { ...facts, result: "failure", signature },
    ...about,
  });
}

/** What the log says of a lesson, read from its beginning for every session that ended. */
function slowly(events: readonly WhetstoneEvent[], signature: string) {
  const lesson = failureId(signature);
  let [test, bets] = [noSessions, noBets];
  for (const [at, event] of events.entries()) {
    if (event.type !== "trial-session-ended") continue;
    const { session, cause } = event.data;
    const before = events.slice(0, at).filter((each) => sessionOf(each as never) === session);
    const isAbout = (each: WhetstoneEvent) =>
      (each.type === "lesson-exposed" || each.type === "lesson-withheld") && each.data.lesson === lesson;
    const first = before.findIndex(isAbout);
    const decided = before[first];
    if (decided?.type !== "lesson-exposed" && decided?.type !== "lesson-withheld") continue;
    const endedBefore = events
      .slice(0, at)
      .some(
        (each) =>
          each.type === "trial-session-ended" &&
          each.data.draws.some((draw) => draw.lesson === lesson) &&
          each.data.session === session,
      );
    if (cause !== "task" || endedBefore || decided.data.moment === "call") continue;
    const failed = before
      .slice(first)
      .some((each) => each.type === "reflection-recorded" && each.data.signature === signature);
    const { probability } = decided.data;
    const counted = { shown: decided.type === "lesson-exposed", probability, failed };
    [test, bets] = [withSession(test, counted), withBets(bets, counted)];
  }
  return { test, bets };
}

describe("the trials view", () => {
  it("the trials view says what reading the whole log for every session says, live and rebuilt", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const ledger = ledgerOver();
        for (const each of steps) await ledger.write((writer) => take(writer, each));
        const events = await ledger.read((reader) => reader.eventsAfter(0, 10_000));
        const rows = () => ledger.read((reader) => reader.rows(trials));
        const live = await rows();
        for (const signature of signatures) {
          const row = live.find(({ lesson }) => lesson === failureId(signature));
          const { test, bets } = slowly(events, signature);
          expect({ test: row?.test ?? noSessions, bets: row?.bets ?? noBets }).toEqual({ test, bets });
        }
        await ledger.rebuild();
        expect(await rows()).toEqual(live);
      }),
      { numRuns: 60 },
    );
  });

  it("the trials view keeps sessions whose first moment was a call out of the evidence", async () => {
    const ledger = ledgerOver();
    const [signature] = signatures;
    const call = { session: "a", signature, probability: 0.5, moment: "call", cause: "task" } as const;
    for (const what of ["held out", "failed", "ended"] as const)
      await ledger.write((writer) => take(writer, { what, ...call }));
    const [row] = await ledger.read((reader) => reader.rows(trials));
    expect(row).toMatchObject({ test: { sessions: 0 }, stops: { heldOut: { sessions: 1, failures: 1 } } });
  });
});

describe("a verdict", () => {
  it("a verdict of no difference is written once, and becomes another when the evidence calls an effect, which stays", async () => {
    const signature = signatures[0];
    const verdicts = await ledgerOver().write(async (writer) => {
      let session = 0;
      const run = async (count: number, fails: (shown: boolean) => boolean) => {
        for (let at = 0; at < count; at += 1) {
          session += 1;
          const shown = session % 2 === 0;
          const about = { session: `s-${session}`, signature, probability: 0.5, moment: "start" } as const;
          await take(writer, { ...about, what: shown ? "shown" : "held out", cause: "task" });
          if (fails(shown)) await take(writer, { ...about, what: "failed", cause: "task" });
          await take(writer, { ...about, what: "ended", cause: "task" });
        }
      };
      await run(620, () => false);
      await run(120, (shown) => !shown);
      await run(400, (shown) => shown);
      const all: WhetstoneEvent[] = [];
      for (let seq = 0; seq < (await writer.head()); seq += 1_000)
        all.push(...(await writer.eventsAfter(seq, 1_000)));
      return all.flatMap((event) => (event.type === "trial-judged" ? [event.data.verdict] : []));
    });
    expect(verdicts).toEqual(["no difference", "helps"]);
  });
});
