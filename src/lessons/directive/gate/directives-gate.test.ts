import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { compliance, directiveOf, rule, shortIdIn, topics } from "../../../../tests/support/directives.js";
import { eventsOf, openInsights } from "../../../../tests/support/insights.js";

const phase = "build";
const predicate = "grep:req\\.body as :src/**/*.ts";
const bad = "const body = req.body as Order;\n";
const good = "const body = schema.parse(req.body);\n";

/** A project with one critical directive that a coder was shown in run r-1. */
async function shownDirective(changes: Parameters<typeof rule>[0] = {}) {
  const { ws, clock } = await openInsights();
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(ws.folder, file)), { recursive: true });
    writeFileSync(join(ws.folder, file), text);
  };
  write("src/server.ts", good);
  const { lesson } = await ws.lessons.add(rule({ priority: "critical", ...changes }));
  const brief = await ws.brief({ role: "coder", phase, run: "r-1", taskId: "bd-1" });
  const id = shortIdIn(brief, lesson);
  const ack = (output: string) => ws.acknowledge({ brief: brief.id, output });
  const review = (by: { run: string; origin?: string }, ...lines: readonly string[]) =>
    ws.review({ phase, origin: "agent:reviewer", output: compliance(...lines), ...by });
  const gate = () => ws.gate({ phase });
  return { ws, clock, lesson, brief, id, write, ack, review, gate };
}

describe("an acknowledgement", () => {
  it.each([["IGNORED"], ["N_A"]])(
    "an acknowledgement KNOWLEDGE_%s without a reason does not open the gate, which says what to write",
    async (word) => {
      const { lesson, id, ack, gate } = await shownDirective();
      expect(await ack(`KNOWLEDGE_${word}:${id}`)).toMatchObject({
        receipts: [{ lesson, kind: word.toLowerCase(), reason: null }],
        unexplained: [lesson],
        unacknowledged: [],
      });
      const closed = await gate();
      expect(closed).toMatchObject({ passed: false, blocks: [{ lesson, reason: "no_reason" }] });
      expect(closed.answer).toContain(`KNOWLEDGE_${word}:${id} reason=<why>`);
      await ack(`KNOWLEDGE_${word}:${id} reason=<why>`);
      expect((await gate()).passed).toBe(false);
      await ack(`KNOWLEDGE_${word}:${id} reason=no request is read here`);
      expect((await gate()).passed).toBe(true);
    },
  );

  it("an acknowledgement with a reason still counts after the same one without it", async () => {
    const { id, ack, gate } = await shownDirective();
    await ack(`KNOWLEDGE_N_A:${id} reason=no request is read here`);
    expect(await ack(`In short:\nKNOWLEDGE_N_A:${id}`)).toMatchObject({ unexplained: [] });
    expect((await gate()).passed).toBe(true);
  });

  it("a reviewer's N-A without evidence does not open the gate, and with it does", async () => {
    const { lesson, id, review, gate } = await shownDirective();
    await review({ run: "r-2" }, `N-A:${id}`);
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ lesson, reason: "no_reason" }] });
    await review({ run: "r-2" }, `N-A:${id} evidence=the change reads no request`);
    expect((await gate()).passed).toBe(true);
  });

  it("an agent that reports its own violation is heard: the gate is closed until it is fixed", async () => {
    const { ws, lesson, id, ack, gate } = await shownDirective();
    expect(await ack(`KNOWLEDGE_VIOLATED:${id} reason=the old parser is still used`)).toMatchObject({
      receipts: [{ lesson, kind: "violated", reason: "the old parser is still used" }],
      unacknowledged: [],
    });
    expect(await eventsOf(ws, "receipt-recorded")).toMatchObject([
      { data: { lesson, kind: "violated", source: "delegate", detail: "the old parser is still used" } },
    ]);
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ lesson, reason: "violated" }] });
    await ack(`Fixed.\nKNOWLEDGE_APPLIED:${id}`);
    expect((await gate()).passed).toBe(true);
  });

  it("agents that report their own violations make nothing critical, however many runs do", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule());
    for (const run of ["r-1", "r-2", "r-3"]) {
      const brief = await ws.brief({ role: "coder", phase: run, run });
      await ws.acknowledge({ brief: brief.id, output: `KNOWLEDGE_VIOLATED:${shortIdIn(brief, lesson)}` });
    }
    expect(await directiveOf(ws, lesson)).toMatchObject({ priority: "medium", failures: 3 });
    expect(await eventsOf(ws, "directive-escalated")).toEqual([]);
  });

  it.each([
    ["with a zero-width space before the id", (id: string) => `KNOWLEDGE_APPLIED:\u200b${id}`],
    ["with a byte order mark before the line", (id: string) => `\ufeffKNOWLEDGE_APPLIED:${id}`],
    ["with a direction mark inside the line", (id: string) => `KNOWLEDGE_APPLIED: \u200e${id}`],
    ["with the first six characters of the id", (id: string) => `KNOWLEDGE_APPLIED:${id.slice(0, 6)}`],
  ])("an acknowledgement %s is taken", async (_how, line) => {
    const { lesson, id, ack } = await shownDirective();
    expect(await ack(line(id))).toMatchObject({ receipts: [{ lesson, kind: "applied" }], spoofed: [] });
  });

  it("an acknowledgement with five characters of the id is dropped and counted", async () => {
    const { id, ack } = await shownDirective();
    expect(await ack(`KNOWLEDGE_APPLIED:${id.slice(0, 5)}`)).toMatchObject({
      receipts: [],
      spoofed: [id.slice(0, 5)],
    });
  });
});

describe("a reviewer", () => {
  it("a reviewer who writes VIOLATED in one section and VERIFIED in a later one has found a violation", async () => {
    const { ws, lesson, id, gate } = await shownDirective();
    const output = [compliance(`VIOLATED:${id} evidence=src/a.ts:1`), compliance(`VERIFIED:${id}`)].join(
      "\n",
    );
    const { compliance: reviewed } = await ws.review({ phase, run: "r-2", origin: "agent:reviewer", output });
    expect(reviewed?.verdicts).toEqual([{ lesson, verdict: "violated", evidence: "src/a.ts:1" }]);
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ reason: "violated" }] });
  });

  it("a run that was shown a directive cannot review it: its verdict is dropped and counted", async () => {
    const { ws, lesson, id, review, gate } = await shownDirective();
    await review({ run: "r-2" }, `VIOLATED:${id} evidence=src/server.ts:1`);
    const own = await review({ run: "r-1", origin: "agent:reviewer" }, `VERIFIED:${id} evidence=trust me`);
    expect(own.compliance).toMatchObject({
      verdicts: [],
      dismissed: [{ lesson, verdict: "verified", because: "shown" }],
      checks: [],
      omitted: [],
    });
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ reason: "violated" }] });
    expect((await ws.report()).directives).toMatchObject({ dismissed: 1, spoofed: 0 });
    expect((await ws.metrics()).text).toContain("whetstone_verdicts_dismissed_total 1\n");
  });

  it("a run that was briefed as a reviewer is one, although its brief held the directive too", async () => {
    const { ws, lesson, id, gate } = await shownDirective({ appliesToAgents: ["coder", "reviewer"] });
    await ws.brief({ role: "reviewer", phase, run: "r-2" });
    const output = compliance(`VERIFIED:${id} evidence=src/server.ts:1`);
    const { compliance: reviewed } = await ws.review({ phase, run: "r-2", origin: "agent:reviewer", output });
    expect(reviewed).toMatchObject({ verdicts: [{ lesson, verdict: "verified" }], dismissed: [] });
    expect((await gate()).passed).toBe(true);
  });

  it("the author of a directive cannot review it, however the name is spelled", async () => {
    const { ws, lesson, id, review } = await shownDirective({ priority: "high", origin: "agent:linter" });
    for (const origin of ["agent:linter", "agent:Linter"]) {
      const { compliance: reviewed } = await review({ run: "r-2", origin }, `VIOLATED:${id}`);
      expect(reviewed).toMatchObject({ verdicts: [], dismissed: [{ lesson, because: "author" }] });
    }
    expect(await eventsOf(ws, "receipt-recorded")).toEqual([]);
  });

  it("a person reviews the work under a rule of their own", async () => {
    const { lesson, id, review } = await shownDirective();
    const { compliance: reviewed } = await review({ run: "r-2", origin: "human" }, `VERIFIED:${id}`);
    expect(reviewed).toMatchObject({ verdicts: [{ lesson, verdict: "verified" }], dismissed: [] });
  });
});

describe("the gate and the checks of directives", () => {
  it.each([
    ["APPLIED", "no words"],
    ["IGNORED", "the old client needs it"],
    ["N_A", "nothing of it was touched"],
  ])("the gate runs the check itself, whatever KNOWLEDGE_%s says", async (word, reason) => {
    const { ws, lesson, id, write, ack, gate } = await shownDirective({ verificationPredicate: predicate });
    write("src/server.ts", bad);
    await ack(`KNOWLEDGE_${word}:${id} reason=${reason}`);
    const closed = await gate();
    expect(closed).toMatchObject({ passed: false, blocks: [{ lesson, reason: "check_failed", write: [] }] });
    expect(await eventsOf(ws, "receipt-recorded")).toMatchObject([
      { data: { source: "delegate" } },
      { data: { lesson, source: "predicate", kind: "violated", detail: "matches src/server.ts:1" } },
    ]);
    write("src/server.ts", good);
    expect((await gate()).passed).toBe(true);
  });

  it("the gate runs the check itself, whatever the reviewer's N-A says", async () => {
    const { lesson, id, write, review, gate } = await shownDirective({ verificationPredicate: predicate });
    write("src/server.ts", bad);
    await review({ run: "r-2" }, `N-A:${id} evidence=not touched`);
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ lesson, reason: "check_failed" }] });
  });

  it("the gate still asks for an answer when the check passes", async () => {
    const { lesson, id, ack, gate } = await shownDirective({ verificationPredicate: predicate });
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ lesson, reason: "no_receipt" }] });
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    expect((await gate()).passed).toBe(true);
  });

  it("the gate records what a check found once, and again only when it ends differently", async () => {
    const { ws, lesson, id, write, ack, gate } = await shownDirective({ verificationPredicate: predicate });
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    for (const text of [bad, bad, good, good, bad]) {
      write("src/server.ts", text);
      await gate();
    }
    const found = await eventsOf(ws, "receipt-recorded");
    expect(found.slice(1)).toMatchObject([
      { data: { source: "predicate", kind: "violated" } },
      { data: { source: "predicate", kind: "verified" } },
      { data: { source: "predicate", kind: "violated" } },
    ]);
    expect(await directiveOf(ws, lesson)).toMatchObject({ failures: 2 });
  });

  it("the gate shows each check, what it found and the way out under its own directive", async () => {
    const { ws, lesson, id, write, ack, gate } = await shownDirective({ verificationPredicate: predicate });
    const second = await ws.lessons.add(
      rule({ text: topics[0], priority: "critical", verificationPredicate: "grep:eval\\(:src/**" }),
    );
    const brief = await ws.brief({ role: "coder", phase, run: "r-1" });
    const other = shortIdIn(brief, second.lesson);
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    await ws.acknowledge({ brief: brief.id, output: `KNOWLEDGE_APPLIED:${other}` });
    write("src/server.ts", `${bad}${bad}`);
    write("src/tools/run.ts", "eval(input)\n");
    const closed = await gate();
    expect(closed.answer.split("\n")).toEqual([
      "2 rules keep this phase open:",
      `- "Validate every request body with a schema" [${id}]`,
      "  Missing: its check fails.",
      `  Check: ${predicate}`,
      "  Found: src/server.ts:1, src/server.ts:2",
      "  Fix it, then run: whetstone gate build",
      `- "${topics[0]}" [${other}]`,
      "  Missing: its check fails.",
      "  Check: grep:eval\\(:src/**",
      "  Found: src/tools/run.ts:1",
      "  Fix it, then run: whetstone gate build",
    ]);
    expect(closed.blocks).toMatchObject([
      { lesson, check: { predicate, found: ["src/server.ts:1", "src/server.ts:2"] } },
      { lesson: second.lesson, check: { predicate: "grep:eval\\(:src/**", found: ["src/tools/run.ts:1"] } },
    ]);
  });

  it("explain shows the check of a directive, its last result and what it found", async () => {
    const { ws, lesson, id, write, ack, gate } = await shownDirective({ verificationPredicate: predicate });
    const check = async () =>
      (await ws.explain({ id: lesson })).answer.find((line) => line.includes("grep:"));
    expect(await check()).toBe(`Its check is ${predicate}; it has not been run yet.`);
    write("src/server.ts", bad);
    await ack(`KNOWLEDGE_APPLIED:${id}`);
    await gate();
    expect(await check()).toMatch(/it failed at \S+: matches src\/server\.ts:1\.$/);
    write("src/server.ts", good);
    await gate();
    expect(await check()).toMatch(/it passed at \S+: no line of 1 files matches\.$/);
  });

  it("the gate reports a check that looked at no file, and does not block for it", async () => {
    const { ws, lesson } = await shownDirective();
    const added = await ws.lessons.add(
      rule({
        text: topics[0],
        priority: "critical",
        verificationPredicate: "grep:eval\\(:lib/**",
        filesComeLater: true,
      }),
    );
    const brief = await ws.brief({ role: "coder", phase, run: "r-1" });
    const lines = [lesson, added.lesson].map((each) => `KNOWLEDGE_APPLIED:${shortIdIn(brief, each)}`);
    await ws.acknowledge({ brief: brief.id, output: lines.join("\n") });
    const passed = await ws.gate({ phase });
    expect(passed).toMatchObject({ passed: true });
    expect(passed.notes).toEqual([
      `[${shortIdIn(brief, added.lesson)}] its check looked at nothing: no file fits the glob lib/**`,
    ]);
  });
});

describe("the way out of the gate", () => {
  it("the gate names the command to a person, and tells an agent to ask its person", async () => {
    const { ws } = await shownDirective();
    const asked = async (origin: string) => {
      for (let n = 0; n < 5; n += 1) await ws.gate({ phase, origin });
      return (await ws.gate({ phase, origin })).wayOut;
    };
    expect(await asked("human")).toContain('whetstone gate build --override "<why>" --by <your name>');
    const agent = await asked("agent:coder");
    expect(agent).toContain("Ask the person you work for");
    expect(agent).not.toContain("--override");
  });
});
