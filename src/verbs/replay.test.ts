import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { movingClock } from "../../tests/support/ledger.js";
import { ask, begin, call, end, fail, openTrial } from "../../tests/support/trials.js";
import { type OpenedInTemp, openInTemp, outcome } from "../../tests/support/whetstone.js";
import { isDrawn } from "../lessons/trial/rules/coin.js";

const sessions = Array.from({ length: 12 }, (_, n) => `session-${n}`);

/** A log in which a failure comes back in every session, at its start and after it. */
async function aLog(set: readonly string[] = []) {
  const opened = await openTrial(["evidence.share=0.5", ...set]);
  for (const session of sessions) {
    await begin(opened.ws, session);
    await ask(opened.ws, session);
    await fail(opened.ws, session);
    await end(opened.ws, session);
    opened.clock.advance(3_600_000);
  }
  return opened;
}

async function lines(ws: OpenedInTemp): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of ws.export()) all.push(line);
  return all;
}

describe("whetstone replay", () => {
  it("gives what the log has where nothing is changed", async () => {
    const { ws } = await aLog();
    const { recorded, today, changed } = await ws.replay({ set: ["evidence.share=0.5"] });
    expect(today).toEqual({ ...recorded, asks: today.asks });
    expect(changed).toEqual(today);
    expect(today.shown).toBeGreaterThan(5);
    expect(today.heldOut).toBeGreaterThan(2);
  });

  it("decides by the same coin with another probability", async () => {
    const { ws, lesson } = await aLog();
    const { project } = await ws.status();
    const drawn = (share: number) =>
      sessions.filter((session) => isDrawn({ project: project.key, lesson, session }, share)).length;
    const { lessons } = await ws.replay({ set: ["evidence.share=0.9"] });
    // The past sessions had it too: the second of them at its failure.
    const before = lessons[0]?.today ?? 0;
    expect(lessons).toMatchObject([{ lesson, kind: "failure" }]);
    expect((lessons[0]?.changed ?? 0) - before).toBe(drawn(0.9) - drawn(0.5));
  });

  it("shows at the failure what another setting would no longer say at the start", async () => {
    const { ws } = await aLog(["evidence.enabled=false"]);
    const { today, changed } = await ws.replay({
      set: ["reflection.startLessons=0", "reflection.atTheCall=off"],
    });
    expect(today.byMoment.start).toBeGreaterThan(10);
    expect(changed.byMoment.start).toBeUndefined();
    expect(changed.byMoment.failure).toBeGreaterThan(10);
    expect(changed.met).toBe(today.met);
    expect(changed.announced).toBe(0);
    expect(today.announced).toBeGreaterThan(10);
  });

  it("leaves out the stops when they are switched off", async () => {
    const { ws } = await aLog(["evidence.enabled=false", "reflection.startLessons=0"]);
    const { today, changed } = await ws.replay({ set: ["reflection.atTheCall=off"] });
    expect(today.stops).toBeGreaterThan(5);
    expect(changed.stops).toBe(0);
  });

  it("says at the start what another setting would have said there", async () => {
    const { ws } = await aLog(["evidence.enabled=false", "reflection.startLessons=0"]);
    const { today, changed } = await ws.replay({ set: ["reflection.startLessons=3"] });
    expect(today.stops).toBeGreaterThan(5);
    expect(today.byMoment.start).toBeUndefined();
    expect(changed.byMoment.start).toBe(sessions.length);
  });

  it("says at the first prompt of a run what its start did not say, and decides it anew", async () => {
    const { ws } = await openTrial(["evidence.enabled=false"]);
    for (const session of sessions)
      await ws.brief({ role: "coder", moment: "prompt", phase: session, taskId: session, run: session });
    const { recorded, today, changed } = await ws.replay({ set: ["reflection.startLessons=0"] });
    // What is shown in eight sessions and never comes is said no more.
    expect(recorded?.byMoment.prompt).toBe(8);
    expect(today.byMoment).toEqual(recorded?.byMoment);
    expect(changed.byMoment.prompt).toBeUndefined();
  });

  it("a replay decides the first prompt of a run anew, also if a failure told the run something before it", async () => {
    const { ws } = await openTrial(["evidence.enabled=false"]);
    const wrong = ["sync --all --hrad", 1, "unknown option: --hrad"] as const;
    for (const session of ["one", "two"]) {
      await call(ws, session, ...wrong);
      await call(ws, session, "sync --all --hard", 0, "ok");
    }
    for (const session of sessions) {
      expect(await call(ws, session, ...wrong)).toContain("--hard");
      await ws.brief({ role: "coder", moment: "prompt", phase: session, taskId: session, run: session });
    }
    const { today, changed } = await ws.replay({ set: ["reflection.startLessons=0"] });
    expect(today.byMoment.prompt).toBeGreaterThan(0);
    expect(changed.byMoment.prompt).toBeUndefined();
  });

  it("tells nothing when a call works, although its failure became known in between", async () => {
    const { ws } = await openTrial(["evidence.enabled=false"]);
    const wrong = ["sync --all --hrad", 1, "unknown option: --hrad"] as const;
    const right = ["sync --all --hard", 0, "ok"] as const;
    expect(await call(ws, "early", ...wrong)).toBe("");
    for (const session of ["one", "two"]) {
      await call(ws, session, ...wrong);
      await call(ws, session, ...right);
    }
    await call(ws, "early", ...right);
    expect(await call(ws, "three", ...wrong)).toContain("--hard");
    const { recorded, today } = await ws.replay({ set: ["evidence.share=0.5"] });
    expect(recorded?.byMoment.failure).toBeGreaterThan(0);
    expect(today.byMoment).toEqual(recorded?.byMoment);
  });

  it("gives a brief that nobody's context limits as much room as it had", async () => {
    const ws = await openInTemp({ set: ["hosts.contextMaxBytes=2000", "directives.briefMax=30"] });
    for (let at = 0; at < 12; at += 1)
      await ws.lessons.add({
        text: `Validate request body number ${at} with schema ${"and again ".repeat(20)}number ${at}`,
        appliesToAgents: ["coder"],
        requiredActions: [`see guide ${at}`],
      });
    await ws.brief({ role: "coder", run: "r-1" });
    const { shown } = await ws.brief({ role: "coder", run: "r-2", moment: "start", maxBytes: 2_000 });
    const { recorded, today } = await ws.replay({ set: ["evidence.share=0.5"] });
    expect(recorded?.byMoment.brief).toBeGreaterThan(shown.length);
    expect(recorded?.byMoment.start ?? 0).toBe(shown.length);
    expect(today.byMoment).toEqual(recorded?.byMoment);
  });

  it("counts no call as a repeat that a person refused", async () => {
    const { ws } = await openTrial(["evidence.enabled=false"]);
    const refused = { tool: "Bash", input: "git push --force", facts: { rejected: true, isError: true } };
    for (const session of sessions)
      await ws.reflect({
        ...refused,
        output: "The user doesn't want this. The user said:\nuse a branch",
        phase: session,
        taskId: session,
        run: session,
      });
    const { recorded, today } = await ws.replay({ set: ["evidence.share=0.5"] });
    // The second of the past sessions met the failure of the first.
    expect(recorded?.repeats).toBe(1);
    expect(today.repeats).toBe(1);
  });

  it("counts moments from a day on, with what was known before", async () => {
    const { ws } = await aLog(["evidence.enabled=false"]);
    const all = await lines(ws);
    const middle = JSON.parse(all[Math.floor(all.length / 2)] ?? "{}").at;
    const [whole, later] = [
      await ws.replay({ set: ["evidence.share=0.5"] }),
      await ws.replay({ set: ["evidence.share=0.5"], since: middle }),
    ];
    expect(later.today.shown).toBeGreaterThan(0);
    expect(later.today.shown).toBeLessThan(whole.today.shown);
    expect(later.today.repeats).toBe(later.today.able);
  });

  it("says that nothing can be said of what follows from so few sessions", async () => {
    const { ws } = await aLog();
    const { effect } = await ws.replay({ set: ["evidence.share=0.9"] });
    expect(effect).toMatchObject({ estimate: null });
    expect(effect?.says).toContain("cannot be said from this log");
    expect(effect?.sessions).toBeGreaterThan(3);
  });

  it("replays briefs and plans: fewer directives and strategies under smaller limits", async () => {
    const ws = await openInTemp();
    for (const text of ["Validate every request body with a schema", "Log every refused login attempt"])
      await ws.lessons.add({ text, appliesToAgents: ["coder"], requiredActions: ["see the guide"] });
    for (const strategy of ["Split by feature", "Split by layer"])
      for (const run of ["a", "b", "c"]) await ws.record(outcome({ run: `${strategy} ${run}`, strategy }));
    await ws.brief({ role: "coder", run: "r-1" });
    await ws.plan({ task: "Add OAuth", run: "r-2" });
    const set = ["directives.briefMax=1", "plan.maxStrategies=1"];
    const { recorded, today, changed } = await ws.replay({ set });
    expect(today.byKind).toEqual(recorded?.byKind);
    expect(today.byKind).toEqual({ directive: 2, strategy: 2 });
    expect(changed.byKind).toEqual({ directive: 1, strategy: 1 });
  });

  it("counts how often a person would have been asked before a run, and how many of these runs failed", async () => {
    const ws = await openInTemp();
    for (let at = 0; at < 10; at += 1)
      await ws.record(outcome({ run: `r-${at}`, result: "failure", adaptersUsed: ["github"] }));
    const { today, changed } = await ws.replay({ set: ["policy.minOutcomes=100"] });
    expect(today.asks).toMatchObject({ runs: 10, failures: 10 });
    expect(today.asks?.asked).toBeGreaterThan(5);
    expect(today.asks?.askedFailures).toBe(today.asks?.asked);
    expect(changed.asks?.asked).toBe(0);
  });

  it("counts runs by whether they succeeded, and not those that say nothing of their adapter", async () => {
    const ws = await openInTemp();
    const run = (changes: Parameters<typeof outcome>[0]) =>
      ws.record(outcome({ adaptersUsed: ["github"], ...changes }));
    await run({ run: "r-1" });
    await run({ run: "r-2", result: "partial" });
    await run({ run: "r-3", result: "failure", cause: "policy" });
    await run({ run: "r-4", adaptersUsed: [] });
    await ws.policy.set({ adapter: "github", requireApproval: true, reason: "production", origin: "human" });
    await run({ run: "r-5", result: "failure" });
    const { today, changed } = await ws.replay({ set: ["policy.baseRequireApproval=true"] });
    expect(today.asks).toEqual({ runs: 3, failures: 2, asked: 1, askedFailures: 1 });
    expect(changed.asks).toEqual({ runs: 3, failures: 2, asked: 3, askedFailures: 2 });
  });

  it("counts runs from a day on", async () => {
    const clock = movingClock();
    const ws = await openInTemp({ clock: clock.read });
    await ws.record(outcome({ run: "r-1", adaptersUsed: ["github"] }));
    clock.advance(86_400_000);
    await ws.record(outcome({ run: "r-2", adaptersUsed: ["github"] }));
    const { today } = await ws.replay({ set: ["policy.minOutcomes=1"], since: clock.iso() });
    expect(today.asks).toMatchObject({ runs: 1 });
  });

  it("writes nothing: the database has the same bytes and the log the same head", async () => {
    const ws = await openInTemp({ set: ["evidence.enabled=true"] });
    await ws.brief({ role: "coder", run: "r-1" });
    for (const session of ["one", "two", "three"]) await fail(ws, session);
    const bytes = () => filesOf(ws.folder).map(([name, content]) => [name, content.toString("base64")]);
    const log = await lines(ws);
    const before = bytes();
    await ws.replay({ set: ["reflection.startLessons=0"] });
    expect(bytes()).toEqual(before);
    expect(await lines(ws)).toEqual(log);
  });

  it.each([
    [["reflection.startShar=0.2"], "reflection.startShar", /did you mean reflection\.startShare/],
    [["reflection.startShare=7"], "reflection.startShare", /from 0 to 1/],
    [["nonsense"], "nonsense", /not of the form path=value/],
    [["reliability.successWeight=0.9"], "reliability.successWeight", /reliability/],
  ])("refuses %j with the error of every other place for settings", async (set, field, message) => {
    const ws = await openInTemp();
    const refused = ws.replay({ set });
    await expect(refused).rejects.toMatchObject({ code: "invalid_config", field });
    await expect(refused).rejects.toThrow(message);
  });

  it("refuses a call without a setting, and a day that is none", async () => {
    const ws = await openInTemp();
    await expect(ws.replay({ set: [] })).rejects.toMatchObject({ code: "invalid_input", field: "set" });
    await expect(ws.replay({ set: ["evidence.share=0.5"], since: "soon" })).rejects.toMatchObject({
      code: "invalid_input",
      field: "since",
    });
  });
});

function filesOf(folder: string): readonly (readonly [string, Buffer])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [file, readFileSync(file)] as const);
}
