import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compliance, rule, shortIdIn, topics } from "../../tests/support/directives.js";
import { dayMs, hourMs, openInsights, patterns } from "../../tests/support/insights.js";
import { outcome } from "../../tests/support/whetstone.js";
import type { Whetstone } from "../index.js";

/** The slow way: every lesson is read and judged. */
async function countedFromList(ws: Whetstone) {
  const { lessons } = await ws.lessons.list();
  const count = (kind: string, state: string) =>
    lessons.filter((each) => each.kind === kind && each.state === state).length;
  const of = (kind: string, ...states: string[]) =>
    Object.fromEntries(states.map((each) => [each, count(kind, each)]));
  return {
    strategies: of("strategy", "candidate", "established", "proven", "deprecated"),
    insights: of("insight", "observed", "candidate", "verified", "active", "deprecated"),
    directives: of("directive", "proposed", "active", "quarantined", "archived"),
    failures: of("failure", "ready", "active", "asleep", "retired"),
  };
}

const strategies = ["by file", "by feature", "by layer"];
const noticed = ["Retries without a limit overload the queue", "The parser accepts trailing commas"];

/** Something that a person or an agent does, in one of a few places, after some days. */
const deed = fc.record({
  what: fc.constantFrom(
    "succeed",
    "fail",
    "notice",
    "break",
    "work",
    "add",
    "promote",
    "reset",
    "retire",
    "forget",
  ),
  which: fc.nat({ max: 9 }),
  afterDays: fc.constantFrom(0, 0, 0, 1, 20, 100),
});

async function doIt(
  ws: Whetstone,
  { what, which }: { what: string; which: number },
  n: number,
): Promise<void> {
  const strategy = strategies[which % strategies.length] ?? "";
  if (what === "succeed") return void (await ws.record(outcome({ strategy })));
  if (what === "fail") return void (await ws.record(outcome({ strategy, result: "failure", errorCount: 3 })));
  if (what === "notice") {
    const text = patterns(noticed[which % noticed.length] ?? "");
    return void (await ws.deliberate({
      role: "judge",
      run: `r-${n}`,
      taskId: `t-${n}`,
      labels: [`l-${n}`],
      text,
    }));
  }
  if (what === "break" || what === "work") {
    const facts = { exitCode: what === "break" ? 1 : 0 };
    const output = `unknown option: --flag-${which % 2}`;
    const call = { tool: "Bash", input: `deploy --flag-${which % 2}`, output, facts };
    return void (await ws.reflect({ ...call, run: `r-${n}`, taskId: `t-${n % 4}` }));
  }
  if (what === "add") {
    const text = topics[which] ?? "";
    return void (await ws.lessons.add(
      which % 2 === 0 ? rule({ text }) : { text, appliesToAgents: ["coder"] },
    ));
  }
  const { lessons } = await ws.lessons.list();
  const lesson = lessons[which % Math.max(1, lessons.length)]?.id ?? "";
  const reason = "a test says so";
  const change =
    what === "retire"
      ? ws.lessons.retire({ lessons: [lesson], reason })
      : ws.lessons[what as "promote" | "reset" | "forget"]({ lesson, reason });
  // Not every change fits every lesson; that it is refused is none of this test's business.
  await change.catch(() => undefined);
}

describe("status counts lessons by state", () => {
  it("status counts lessons by state as the list of lessons does, whatever happened and however long ago", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 25 }), async (deeds) => {
        const { ws, clock } = await openInsights();
        for (const [n, each] of deeds.entries()) {
          clock.advance(each.afterDays * dayMs + 1_000);
          await doIt(ws, each, n);
        }
        for (const days of [0, 60, 200, 1_000]) {
          clock.advance(days * dayMs);
          expect((await ws.status()).states).toEqual(await countedFromList(ws));
        }
      }),
      { numRuns: 30 },
    );
  });

  it("status counts no failure as asleep that nothing undid, although its call works again", async () => {
    const { ws } = await openInsights();
    for (const [n, what] of ["break", "work", "work"].entries()) await doIt(ws, { what, which: 0 }, n);
    const { states } = await ws.status();
    expect(states).toEqual(await countedFromList(ws));
    expect(states.failures).toEqual({ ready: 0, active: 0, asleep: 0, retired: 0 });
  });

  it("status counts a strategy as proven and established exactly until its evidence has faded", async () => {
    const { ws, clock } = await openInsights();
    for (let n = 0; n < 6; n += 1) await ws.record(outcome({ strategy: "by file" }));
    const seen = new Set<string>();
    for (let halfDays = 0; halfDays < 200; halfDays += 1) {
      const { states } = await ws.status();
      expect(states).toEqual(await countedFromList(ws));
      for (const [state, count] of Object.entries(states.strategies)) if (count > 0) seen.add(state);
      clock.advance(dayMs / 2);
    }
    expect([...seen]).toEqual(["proven", "established", "candidate"]);
  });
});

describe("status of the last seven days", () => {
  it("status counts what was shown and answered in the last seven days, and nothing older", async () => {
    const { ws, clock } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ priority: "critical" }));
    const showAndSay = async (run: string, say: string) => {
      const brief = await ws.brief({ role: "coder", run, phase: run });
      await ws.acknowledge({ brief: brief.id, output: say.replace("ID", shortIdIn(brief, lesson)) });
      return shortIdIn(brief, lesson);
    };
    await showAndSay("old", "KNOWLEDGE_APPLIED:ID");
    clock.advance(7 * dayMs);
    const none = { shown: 0, acknowledged: 0, violated: 0, unacknowledged: 0 };
    expect((await ws.status()).week).toEqual({ since: "2026-03-02", ...none });
    await showAndSay("said", "KNOWLEDGE_APPLIED:ID");
    await showAndSay("silent", "Done.");
    const id = await showAndSay("bad", "KNOWLEDGE_APPLIED:ID");
    await ws.review({ phase: "bad", output: compliance(`VIOLATED:${id}`) });
    const all = { shown: 3, acknowledged: 2, violated: 1, unacknowledged: 1 };
    expect((await ws.status()).week).toEqual({ since: "2026-03-02", ...all });
    clock.advance(6 * dayMs);
    expect((await ws.status()).week).toMatchObject(all);
    clock.advance(dayMs);
    expect((await ws.status()).week).toMatchObject(none);
    expect((await ws.status()).receipts).toMatchObject({ acknowledged: 3 });
  });
});

describe("status of gates", () => {
  const noGates = { open: 0, silent: 0, newest: [], left: 0, newestLeft: [] };

  it("status names phases that have begun and not ended, with what is missing", async () => {
    const { ws, clock } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ priority: "critical" }));
    for (const phase of ["first", "second", "third", "fourth"]) {
      await ws.beginPhase({ phase });
      clock.advance(1_000);
    }
    await ws.brief({ role: "coder", phase: "fourth", run: "r-1" });
    await ws.gate({ phase: "fourth" });
    await ws.gate({ phase: "first" });
    const { gates } = await ws.status();
    expect(gates.open).toBe(3);
    expect(gates.newest).toMatchObject([
      { phase: "fourth", shown: 1, unanswered: 1, denials: 1, missing: [{ lesson, reason: "no_receipt" }] },
      { phase: "third", shown: 0, denials: 0, missing: [] },
      { phase: "second" },
    ]);
  });

  it("status treats an overridden phase as ended, and as open when it begins again", async () => {
    const { ws } = await openInsights();
    await ws.lessons.add(rule({ priority: "critical" }));
    await ws.brief({ role: "coder", phase: "build", run: "r-1" });
    await ws.gate({ phase: "build", override: "The reviewer has seen it and takes it on." });
    expect((await ws.status()).gates).toEqual(noGates);
    await ws.beginPhase({ phase: "build" });
    expect((await ws.status()).gates).toMatchObject({ open: 1, newest: [{ phase: "build", missing: [] }] });
  });

  it("status leaves out a session that ended with its gate closed, until somebody asks the gate again", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ priority: "critical" }));
    await ws.brief({ role: "coder", phase: "session", run: "session" });
    expect((await ws.status()).gates.open).toBe(1);
    expect(await ws.endPhase({ phase: "session", run: "session" })).toMatchObject({ passed: false });
    expect((await ws.status()).gates).toEqual(noGates);
    expect(await ws.gate({ phase: "session" })).toMatchObject({ passed: false, blocks: [{ lesson }] });
    expect((await ws.status()).gates.open).toBe(1);
  });

  it("status counts phases in which nothing has happened for a day as silent, and no longer after a week", async () => {
    const { ws, clock } = await openInsights();
    await ws.lessons.add(rule({ priority: "critical" }));
    await ws.beginPhase({ phase: "killed" });
    await ws.beginPhase({ phase: "long" });
    clock.advance(23 * hourMs);
    await ws.brief({ role: "coder", phase: "long", run: "r-1" });
    clock.advance(2 * hourMs);
    expect((await ws.status()).gates).toMatchObject({ open: 1, silent: 1, newest: [{ phase: "long" }] });
    clock.advance(7 * dayMs - 3 * hourMs);
    expect((await ws.status()).gates).toEqual({ ...noGates, silent: 1 });
    clock.advance(2 * hourMs);
    expect((await ws.status()).gates).toEqual(noGates);
  });
});

describe("status of hosts and search", () => {
  it("status has the time of each agent's last call, also for a program that was started later", async () => {
    const { ws, clock } = await openInsights({ set: [] });
    expect((await ws.status()).hosts).toEqual([]);
    ws.noteCall("codex");
    clock.advance(hourMs);
    ws.noteCall("claude-code");
    await ws.close();
    const { ws: later } = await openInsights({ root: ws.folder, set: [] });
    expect((await later.status()).hosts).toEqual([
      { host: "claude-code", setUpAt: null, lastCallAt: "2026-03-01T01:00:00.000Z" },
      { host: "codex", setUpAt: null, lastCallAt: "2026-03-01T00:00:00.000Z" },
    ]);
    expect((await later.status()).log.events).toBe(0);
  });

  it("agents are listed by name, whichever called first", async () => {
    const { ws } = await openInsights();
    for (const host of ["codex", "opencode", "claude-code"]) ws.noteCall(host);
    expect((await ws.status()).hosts.map(({ host }) => host)).toEqual(["claude-code", "codex", "opencode"]);
  });

  it.each([
    ["built-in", { by: "words and meaning", model: "static-deb-256", note: null }],
    ["off", { by: "words", model: null, note: null }],
    ["some/model", { by: "words", model: null, note: "the model some/model is not on this machine" }],
  ])("status reports how lessons are found with %s", async (embedder, search) => {
    const { ws } = await openInsights({ set: ["store.kind=memory", `retrieval.embedder=${embedder}`] });
    expect((await ws.status()).search).toEqual(search);
  });

  it("status reports what was given up last", async () => {
    const { ws } = await openInsights();
    expect(await ws.status()).toMatchObject({ lost: 0, newestLoss: null });
    ws.noteLoss("brief", "busy: too late");
    expect(await ws.status()).toMatchObject({
      lost: 1,
      newestLoss: { stage: "brief", reason: "busy: too late" },
    });
  });
});
