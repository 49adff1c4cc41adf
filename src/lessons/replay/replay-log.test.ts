import { setImmediate } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lived } from "../../../tests/support/lived-course.js";
import { type Act, anyAct, type Cast } from "../../../tests/support/random-course.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { ask, begin, end, fail, openTrial } from "../../../tests/support/trials.js";
import { openInTemp, outcome } from "../../../tests/support/whetstone.js";
import { changedConfig } from "../../base/config/load.js";
import type { EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import { sessionOf } from "../../log/events/session-of.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import { failureId, isFailure } from "../failure/rules/identity.js";
import { coverageOf, isCounted } from "../trial/rules/coverage.js";
import { OffPolicyEstimate } from "../trial/rules/off-policy.js";
import { WaysFound } from "../trial/rules/way-out.js";
import { replayLog } from "./replay-log.js";

/** Some hundred events: sessions in which a failure comes back. */
async function aLog() {
  const opened = await openTrial(["evidence.share=0.5"]);
  for (let at = 0; at < 60; at += 1) {
    await begin(opened.ws, `session-${at}`);
    await fail(opened.ws, `session-${at}`);
    await end(opened.ws, `session-${at}`);
    opened.clock.advance(3_600_000);
  }
  return opened;
}

describe("a replay in the process that answers hooks", () => {
  it("lets hooks be answered before it is done, and leaves out what they add to the log", async () => {
    const { ws } = await aLog();
    const before = await ws.status();
    let isOver = false;
    const replayed = ws.replay({ set: ["evidence.share=0.9"] }).finally(() => {
      isOver = true;
    });
    let answered = 0;
    // A hook comes over the network, so in a turn of its own.
    for (; !isOver; answered += 1) {
      await setImmediate();
      await fail(ws, `meanwhile-${answered}`);
    }
    const { events } = await replayed;
    expect(answered).toBeGreaterThan(1);
    expect(events).toBeGreaterThanOrEqual(before.log.events);
    expect((await ws.status()).log.events).toBeGreaterThan(events);
  });

  it("gives the event loop a turn after every few events", async () => {
    const { ws } = await aLog();
    let [turns, isOver] = [0, false];
    const count = () => {
      turns += 1;
      if (!isOver) void setImmediate().then(count);
    };
    void setImmediate().then(count);
    const { events } = await ws.replay({ set: ["evidence.share=0.9"] });
    isOver = true;
    expect(events).toBeGreaterThan(300);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(events / 25));
  });
});

/** What a reading of the whole log for each number says. */
function slowly(log: readonly WhetstoneEvent[], since: string) {
  const counted = log.filter(({ at }) => at >= since);
  const told = [
    "phase-begun",
    "brief-made",
    "reflection-recorded",
    "failure-undone",
    "lesson-exposed",
    "session-learned",
  ];
  const sessionIn = (event: WhetstoneEvent) => sessionOf(event as Parameters<typeof sessionOf>[0]);
  const sessions = new Set(
    counted.filter(({ type }) => told.includes(type)).flatMap((event) => sessionIn(event) ?? []),
  );
  const failed = log.filter((event) => event.type === "reflection-recorded").filter(isFailed);
  const failures = failed
    .filter(({ at }) => at >= since)
    .map((event) => {
      const { signature = "", kind = "call" } = event.data;
      const first = failed.find(({ data }) => data.signature === signature);
      const session = sessionIn(event) ?? "";
      const repeated = first !== undefined && sessionIn(first) !== session;
      return { session, place: event.seq, kind, lesson: failureId(signature), repeated };
    });
  const given = counted
    .filter((event) => event.type === "lesson-exposed")
    .filter(({ data }) => isFailure(data.lesson))
    .map((event) => {
      const { lesson, moment, text } = event.data;
      // What is told at a failure stands right behind it.
      const place = moment === "failure" ? event.seq - 1 : event.seq;
      return { session: sessionIn(event) ?? "", place, lesson, moment, tokens: estimateTokens(text) };
    });
  const found = new WaysFound();
  for (const event of log)
    if (event.type === "reflection-recorded")
      found.noteFailure(
        { ...event.data, lesson: failureId(event.data.signature ?? "") },
        { session: sessionIn(event) ?? "", place: event.seq },
      );
    else if (event.type === "failure-undone")
      found.noteUndone(event.data, { session: sessionIn(event) ?? "", place: event.seq });
  return coverageOf({ sessions, failures, given, waysOut: found.ways });
}

function isFailed({ data: { signature, kind } }: EventOf<"reflection-recorded">): boolean {
  return signature !== undefined && isCounted(kind);
}

/** With which probability the first moment of a session that a failure lesson fits showed it. */
function chancesIn(log: readonly WhetstoneEvent[], session: string) {
  const first = new Map<string, { readonly shown: boolean; readonly probability: number }>();
  for (const event of log.toReversed()) {
    if (event.type !== "lesson-exposed" && event.type !== "lesson-withheld") continue;
    const { lesson, probability } = event.data;
    if (sessionOf(event) !== session || !isFailure(lesson)) continue;
    first.set(lesson, { shown: event.type === "lesson-exposed", probability });
  }
  return first;
}

/** The estimate from what one log drew and what another, lived under the other settings, would have drawn. */
function effectOf(log: readonly WhetstoneEvent[], otherwise: readonly WhetstoneEvent[], since: string) {
  const estimate = new OffPolicyEstimate();
  for (const [at, event] of log.entries()) {
    if (event.type !== "trial-session-ended" || event.at < since || event.data.cause !== "task") continue;
    const { session, draws } = event.data;
    const were = chancesIn(log.slice(0, at), session);
    const would = chancesIn(
      otherwise.filter(({ at: then }) => then <= event.at),
      session,
    );
    const lessons = [...new Set([...draws.map(({ lesson }) => lesson), ...were.keys(), ...would.keys()])];
    estimate.note(
      lessons.map((lesson) => {
        const draw = draws.find((each) => each.lesson === lesson);
        const { shown, probability } = draw ?? were.get(lesson) ?? { shown: false, probability: 0 };
        const failed = draw?.moment === "call" ? undefined : draw?.failed;
        return { lesson, shown, probability, otherwise: would.get(lesson)?.probability ?? 0, failed };
      }),
    );
  }
  return estimate.result();
}

describe("the numbers of a replay", () => {
  const course = fc.array(anyAct, { minLength: 20, maxLength: 60 });
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const other = fc.constantFrom(
    ["evidence.share=0.9"],
    ["evidence.enabled=false"],
    ["evidence.holdOut=never"],
    ["reflection.startLessons=0"],
    ["reflection.sessionTokens=30"],
  );

  it("are those of a slow reading of two logs, the other lived under the changed settings", async () => {
    const folder = tempFolder();
    const usual = ["evidence.share=0.5"];
    await fc.assert(
      fc.asyncProperty(course, other, fc.option(place), async (acts, set, from) => {
        const { context, log } = await lived(acts, usual, folder);
        const otherwise = await lived(acts, [...usual, ...set], folder);
        const since = from === null ? "" : (log[Math.floor(from * (log.length - 1))]?.at ?? "");
        const found = await replayLog(context, changedConfig(context.ledger.config, set), { since });
        expect(found.events).toBe(log.length);
        expect(found.recorded.coverage).toEqual(slowly(log, since));
        expect(found.today.coverage).toEqual(slowly(log, since));
        expect(found.effect).toEqual(effectOf(log, otherwise.log, since));
      }),
      { numRuns: 40 },
    );
  });

  /** Sessions that begin, fail or not, and end, after something else has happened. */
  function sessionsAfter(before: readonly Act["happen"][]): readonly Act[] {
    const sessions = Array.from({ length: 12 }, (_, at) => `s-${at}`).flatMap((session, at) => {
      const about = { phase: session, run: session };
      const failed = { tool: "Bash", input: "deploy site --fast", output: "unknown option: --fast" };
      return [
        ({ host }: Cast) => host.brief({ role: "coder", moment: "start", taskId: session, ...about }),
        ({ host }: Cast) =>
          at % 3 === 0
            ? host.reflect({ ...failed, facts: { exitCode: 1 }, taskId: session, ...about })
            : none,
        ({ host }: Cast) => host.endPhase({ ...about, taskId: session, result: "success" }),
      ];
    });
    return [...before, ...sessions].map((happen) => ({ says: "something", happen }));
  }
  const none = Promise.resolve();

  const addRules = ["Validate every request body with a schema", "Log every refused login attempt"].map(
    (text) =>
      ({ person }: Cast) =>
        person.lessons.add({ text, appliesToAgents: ["coder"], requiredActions: ["see the guide"] }),
  );

  it.each([
    ["a lesson more", { usual: ["reflection.startLessons=1"], set: ["reflection.startLessons=3"] }],
    ["a lesson less", { usual: ["reflection.startLessons=3"], set: ["reflection.startLessons=1"] }],
    ["a rule less", { usual: [], set: ["directives.briefMax=1"] }],
    ["another share", { usual: [], set: ["evidence.share=0.9"] }],
  ])("weigh sessions by %s, also where counting begins in the middle of one", async (_, { usual, set }) => {
    const share = ["evidence.share=0.5", ...usual];
    const changes = ["evidence.share=0.7", ...set];
    const [acts, folder] = [sessionsAfter(addRules), tempFolder()];
    const { context, log } = await lived(acts, share, folder);
    const otherwise = await lived(acts, [...share, ...changes], folder);
    const failed = log.filter(({ type, task }) => type === "reflection-recorded" && task === "s-6");
    const [middle = { at: "" }] = failed;
    for (const since of ["", middle.at]) {
      const found = await replayLog(context, changedConfig(context.ledger.config, changes), { since });
      expect(found.effect?.sessions).toBe(since === "" ? 12 : 6);
      expect(found.effect).toEqual(effectOf(log, otherwise.log, since));
    }
  });

  it("leave out sessions in which a stop kept the failure away", async () => {
    const { ws } = await openTrial(["evidence.share=0.5", "reflection.startLessons=0"]);
    for (let at = 0; at < 8; at += 1) {
      await ask(ws, `s-${at}`);
      await fail(ws, `s-${at}`);
      await end(ws, `s-${at}`);
    }
    const { today, effect } = await ws.replay({ set: ["evidence.share=0.9"] });
    expect(today.stops).toBeGreaterThan(1);
    expect(today.heldOut).toBeGreaterThan(1);
    expect(effect).toBeNull();
  });

  it("are those of a log of a single event", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ adaptersUsed: ["github"] }));
    const { events, today } = await ws.replay({ set: ["policy.minOutcomes=1"] });
    expect(events).toBe(1);
    expect(today.asks).toMatchObject({ runs: 1 });
  });
});
