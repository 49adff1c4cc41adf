import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataOf } from "../../../tests/support/host-session.js";
import { ask, begin, call, end, fail, openTrial } from "../../../tests/support/trials.js";
import { isDrawn } from "./rules/coin.js";
import { shareOf } from "./rules/share.js";

const sessions = Array.from({ length: 30 }, (_, n) => `session-${n}`);

describe("a machine-made lesson", () => {
  it("is shown or held out at a failure by a coin that anyone can recompute", async () => {
    const { ws, lesson } = await openTrial(["evidence.share=0.5"]);
    const { project } = await ws.status();
    for (const session of sessions) {
      const told = await fail(ws, session);
      expect(told !== "", session).toBe(isDrawn({ project: project.key, lesson, session }, 0.5));
    }
    const shown = await dataOf(ws, "lesson-exposed");
    const withheld = await dataOf(ws, "lesson-withheld");
    expect(shown.length + withheld.length).toBe(sessions.length + 1);
    expect(withheld.length).toBeGreaterThan(5);
    expect(withheld[0]).toMatchObject({ lesson, verb: "reflect", moment: "failure", position: 1 });
    expect(new Set(withheld.map(({ probability }) => probability))).toEqual(new Set([0.5]));
  });

  it("that a session holds out is silent at all its moments, for sub-agents too, and is recorded once", async () => {
    const { ws, lesson } = await openTrial(["evidence.share=0.5"]);
    const { project } = await ws.status();
    for (const session of sessions.slice(0, 12)) {
      const drawn = isDrawn({ project: project.key, lesson, session }, 0.5);
      const { text } = await begin(ws, session);
      expect(text.includes("--fast"), session).toBe(drawn);
      if (drawn) continue;
      expect((await ask(ws, session)).decision).toBe("allow");
      expect(await fail(ws, session)).toBe("");
      expect((await begin(ws, session, `${session}-helper`)).text).not.toContain("--fast");
      expect((await ask(ws, session, `${session}-helper`)).stopped).toBeNull();
      expect(await fail(ws, session, `${session}-helper`)).toBe("");
    }
    const withheld = await dataOf(ws, "lesson-withheld");
    expect(withheld.length).toBeGreaterThan(0);
    expect(new Set(withheld.map(({ phase }) => phase)).size).toBe(withheld.length);
  });

  it("is shown in every session when evidence is switched off", async () => {
    const { ws } = await openTrial(["evidence.enabled=false", "evidence.share=0.000001"]);
    for (const session of sessions) expect(await fail(ws, session), session).not.toBe("");
    expect(await dataOf(ws, "lesson-withheld")).toEqual([]);
  });

  it("is always shown at its failure when evidence.holdOut is never, also if the start held it out", async () => {
    const { ws } = await openTrial(["evidence.holdOut=never", "evidence.share=0.000001"]);
    for (const session of sessions.slice(0, 8)) {
      expect((await begin(ws, session)).text).toBe("");
      expect(await fail(ws, session), session).not.toBe("");
    }
  });

  it("that a person vouches for is never held out, also in a session that held it out before", async () => {
    const { ws, lesson } = await openTrial(["evidence.share=0.000001"]);
    expect(await fail(ws, "before")).toBe("");
    await ws.lessons.promote({ lesson, reason: "leave --fast out", origin: "human" });
    expect(await fail(ws, "before")).toContain("leave --fast out");
    for (const session of sessions) expect(await fail(ws, session), session).not.toBe("");
    const withheld = await dataOf(ws, "lesson-withheld");
    expect(withheld.map(({ phase }) => phase)).toEqual(["past-2", "before"]);
  });

  it("a lesson that is held out is recorded at the place that it would have had among all", async () => {
    const { ws } = await openTrial(["evidence.share=0.5"]);
    const sync = (session: string) => call(ws, session, "sync --all --frehs", 1, "unknown option: --frehs");
    for (const session of ["past-1", "past-2"]) {
      await sync(session);
      await call(ws, session, "sync --all --fresh", 0, "ok");
    }
    for (const session of sessions) {
      await begin(ws, session);
      await fail(ws, session);
      await sync(session);
    }
    const started = (type: "lesson-exposed" | "lesson-withheld") =>
      dataOf(ws, type).then((all) => all.filter(({ moment }) => moment === "start"));
    const [shown, withheld] = [await started("lesson-exposed"), await started("lesson-withheld")];
    const beside = withheld.filter(({ phase }) => shown.some((each) => each.phase === phase));
    const last = shown.filter(({ position }) => position === 2).map(({ lesson }) => lesson);
    expect(new Set(last).size).toBe(1);
    expect(new Set(beside.map(({ position }) => position))).toEqual(new Set([1, 2]));
    for (const { lesson, position } of beside) expect(position).toBe(last.includes(lesson) ? 2 : 1);
  });

  it("keeps the probability of its first moment when the share changes in the middle of a session", async () => {
    const { ws, lesson } = await openTrial();
    const { project } = await ws.status();
    const session =
      sessions.find((each) => isDrawn({ project: project.key, lesson, session: each }, 0.8)) ?? "";
    await begin(ws, session);
    await ws.trial.start({ lesson, origin: "human" });
    await fail(ws, session, `${session}-helper`);
    const shown = (await dataOf(ws, "lesson-exposed")).filter(({ phase }) => phase === session);
    expect(shown.map(({ moment, probability }) => [moment, probability])).toEqual([
      ["start", 0.8],
      ["failure", 0.8],
    ]);
  });

  it("that a session was shown is shown to its helpers too", async () => {
    const { ws } = await openTrial(["evidence.share=0.999999"]);
    expect((await begin(ws, "one")).text).toContain("--fast");
    expect((await begin(ws, "one", "one-helper")).text).toContain("--fast");
  });

  it("is shown in half of the sessions while a person tries every lesson", async () => {
    const { ws } = await openTrial();
    await ws.trial.start({ origin: "human" });
    await fail(ws, "one");
    const drawn = [...(await dataOf(ws, "lesson-exposed")), ...(await dataOf(ws, "lesson-withheld"))];
    expect(drawn.find(({ phase }) => phase === "one")).toMatchObject({ probability: 0.5 });
  });

  it("is shown in 95 % of the sessions after 200 of which nothing could be said", async () => {
    const { ws } = await openTrial();
    for (let n = 0; n < 201; n += 1) {
      await begin(ws, `s-${n}`);
      if (n % 2 === 0) await fail(ws, `s-${n}`);
      await end(ws, `s-${n}`);
    }
    expect(await dataOf(ws, "trial-judged")).toEqual([]);
    await begin(ws, "later");
    const drawn = [...(await dataOf(ws, "lesson-exposed")), ...(await dataOf(ws, "lesson-withheld"))];
    const shareIn = (session: string) => drawn.find(({ phase }) => phase === session)?.probability;
    expect([shareIn("s-0"), shareIn("s-199"), shareIn("later")]).toEqual([0.8, 0.8, 0.95]);
  });

  it("is shown to a caller who names no session", async () => {
    const { ws } = await openTrial(["evidence.share=0.000001"]);
    const { text } = await ws.brief({ role: "coder", moment: "start" });
    expect(text).toContain("--fast");
  });
});

describe("the share of sessions in which a lesson is shown", () => {
  const facts = fc.record({
    isVouched: fc.boolean(),
    moment: fc.constantFrom("start", "prompt", "call", "failure"),
    sessions: fc.nat(400),
    verdict: fc.constantFrom("helps" as const, "harms" as const, "no difference" as const, null),
    isTried: fc.boolean(),
    isProjectTried: fc.boolean(),
  });
  const settings = fc.record({
    enabled: fc.boolean(),
    share: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    holdOut: fc.constantFrom("everywhere" as const, "never" as const),
  });

  it("is 1 for what is never held out, whatever the rest says", () => {
    fc.assert(
      fc.property(facts, settings, (each, rules) => {
        expect(shareOf({ ...each, isVouched: true }, rules)).toBe(1);
        if (each.verdict === "harms") return;
        expect(shareOf(each, { ...rules, enabled: false })).toBe(1);
        expect(shareOf({ ...each, moment: "failure" }, { ...rules, holdOut: "never" })).toBe(1);
      }),
    );
  });

  it.each([
    ["80 % at first", {}, 0.8],
    ["95 % after a verdict", { verdict: "helps" as const }, 0.95],
    ["95 % after 200 sessions", { sessions: 200 }, 0.95],
    ["half while a person tries it", { isTried: true, sessions: 300 }, 0.5],
    ["half while a person tries every lesson", { isProjectTried: true }, 0.5],
    ["nothing after it was found to harm", { verdict: "harms" as const, isProjectTried: true }, 0],
  ])("is %s", (_name, changes, share) => {
    const usual = { isVouched: false, moment: "start", sessions: 0, verdict: null, isTried: false };
    const rules = { enabled: true, share: 0.8, holdOut: "everywhere" as const };
    expect(shareOf({ ...usual, isProjectTried: false, ...changes }, rules)).toBe(share);
  });
});

describe("a session with lessons that chance showed or held out", () => {
  it("is counted at its end by whether the failure came after the moment", async () => {
    const { ws, lesson } = await openTrial(["evidence.share=0.5"]);
    await begin(ws, "quiet");
    await end(ws, "quiet");
    await begin(ws, "failing");
    await fail(ws, "failing");
    await end(ws, "failing");
    await fail(ws, "once");
    await end(ws, "once");
    const ended = await dataOf(ws, "trial-session-ended");
    const draws = ended.map(({ session, draws: all }) => [
      session,
      (all as { failed: boolean }[])[0]?.failed,
    ]);
    expect(draws).toEqual([
      ["quiet", false],
      ["failing", true],
      ["once", false],
    ]);
    expect(ended[0]).toMatchObject({ cause: "task", draws: [{ lesson, probability: 0.5, moment: "start" }] });
  });

  it("is counted once, however often its end is reported", async () => {
    const { ws } = await openTrial();
    await begin(ws, "one");
    await end(ws, "one");
    await end(ws, "one");
    expect(await dataOf(ws, "trial-session-ended")).toHaveLength(1);
  });

  it("whose end nobody reported is counted after a silent day", async () => {
    const { ws, clock } = await openTrial();
    await begin(ws, "killed");
    await end(ws, "past-2");
    clock.advance(23 * 3_600_000);
    await ws.endSilentPhases({});
    expect(await dataOf(ws, "trial-session-ended")).toHaveLength(1);
    clock.advance(2 * 3_600_000);
    await ws.endSilentPhases({});
    const ended = await dataOf(ws, "trial-session-ended");
    expect(ended.map(({ session }) => session)).toEqual(["past-2", "killed"]);
  });
});
