import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compliance, directiveOf, judged, rule, shortIdIn } from "../../../tests/support/directives.js";
import { dayMs, eventsOf, openInsights } from "../../../tests/support/insights.js";
import { hostSpeaker, programSpeaker, type Speaker } from "../../verbs/call/speaker.js";

const { text } = rule();
const agents = ["agent:coder", "tool:web", "llm:some-model", "import:rules.md"];

describe("trust", () => {
  it.each(agents)(
    "what %s brings in is never critical or enforced, and does not become so by itself",
    async (origin) => {
      const { ws } = await openInsights();
      const added = await ws.lessons.add(rule({ priority: "critical", enforcement: "enforce", origin }));
      const { lesson } = added;
      expect(added).toMatchObject({ priority: "high", enforcement: "warn", capped: true });
      for (const run of ["r-1", "r-2", "r-3"]) {
        expect((await judged(ws, lesson, run, "VIOLATED", origin)).escalated).toEqual([]);
        const brief = await ws.brief({ role: "coder", run });
        const output = `KNOWLEDGE_APPLIED:${shortIdIn(brief, lesson)}`;
        await ws.acknowledge({ brief: brief.id, output, origin });
        await judged(ws, lesson, run, "VERIFIED", origin);
      }
      expect(await directiveOf(ws, lesson)).toMatchObject({
        state: "proposed",
        priority: "high",
        enforcement: "warn",
        failures: 0,
      });
      expect((await ws.explain({ id: lesson })).answer.join(" ")).toContain(
        "only its author stands behind it",
      );
      expect(await ws.checkTool({ tool: "Bash", command: "ls" })).toMatchObject({ decision: "allow" });
    },
  );

  /** An agent's directive, violated in two runs, and how a reviewer in a run of its own verifies it. */
  const violatedTwice = async (author?: Speaker) => {
    const { ws } = await openInsights();
    const { lesson } = await ws.as(author).lessons.add(rule({ origin: "agent:coder" }));
    await ws.lessons.activate({ lesson, reason: "it is good advice" });
    for (const run of ["r-1", "r-2"]) expect((await judged(ws, lesson, run)).escalated).toEqual([]);
    const verify = async (speaker: Speaker, origin: string, reviewRun = "r-reviewer") => {
      const brief = await ws.brief({ role: "coder", phase: "p-3", run: "r-3" });
      const output = compliance(`VERIFIED:${shortIdIn(brief, lesson)} evidence=src/a.ts:1`);
      await ws.as(speaker).review({ phase: "p-3", run: reviewRun, origin, output });
      return (await judged(ws, lesson, "r-4")).escalated;
    };
    return { ws, lesson, verify };
  };
  const host = hostSpeaker("claude-code");
  const person = programSpeaker("human", "maintainer");

  it.each([
    ["another role that its host vouches for", host, "agent:reviewer", host],
    ["a person", person, "human", undefined],
  ])("a directive of an agent escalates once %s verified it", async (_who, speaker, origin, author) => {
    const { ws, lesson, verify } = await violatedTwice(author);
    expect(await verify(speaker, origin)).toEqual([lesson]);
    expect(await directiveOf(ws, lesson)).toMatchObject({ priority: "critical", enforcement: "enforce" });
  });

  it("a directive of an agent escalates once a person vouched for it", async () => {
    const { ws, lesson } = await violatedTwice();
    await ws.lessons.promote({ lesson, reason: "it is true" });
    expect((await judged(ws, lesson, "r-4")).escalated).toEqual([lesson]);
  });

  it("what was said at a prompt escalates once a person accepted it", async () => {
    const { ws } = await openInsights();
    const said = { text: "Never force-push a shared branch", session: "s-1", interactive: true };
    const lesson = String((await ws.as(host).hear(said)).lesson);
    await ws.lessons.review({ accept: [lesson] });
    expect((await ws.explain({ id: lesson })).answer).toContain("It has medium priority and only warns.");
    expect((await judged(ws, lesson, "r-1")).escalated).toEqual([]);
    expect((await judged(ws, lesson, "r-2")).escalated).toEqual([lesson]);
  });

  it("explain says of an agent's rule that a person accepted it, and why it does not escalate", async () => {
    const { ws, lesson } = await violatedTwice();
    expect((await ws.explain({ id: lesson })).answer).toContain(
      "It has medium priority and only warns: it cannot do more while no person has vouched for it.",
    );
  });

  it.each([
    ["a role that a library call names", programSpeaker("tool:library", "x"), "agent:reviewer", "r-9"],
    ["a role that a person's program names", person, "agent:reviewer", "r-9"],
    ["a role that an orchestrator names", programSpeaker("system:swarm", "x"), "agent:reviewer", "r-9"],
    ["its author, as the host knows it", host, "agent:coder", "r-9"],
    ["the run that was shown it, as the host knows it", host, "agent:reviewer", "r-3"],
  ])("a directive of an agent does not escalate when %s verified it", async (_who, speaker, origin, run) => {
    const { ws, lesson, verify } = await violatedTwice(host);
    expect(await verify(speaker, origin, run)).toEqual([]);
    expect(await directiveOf(ws, lesson)).toMatchObject({ priority: "medium", enforcement: "warn" });
  });

  it("a directive whose author only gave a name is not enforced by any agent's word", async () => {
    const { ws, lesson, verify } = await violatedTwice();
    expect(await verify(host, "agent:reviewer")).toEqual([]);
    expect((await ws.explain({ id: lesson })).answer.join(" ")).toContain("only agents stand behind it");
  });

  it("a directive of an agent that a reviewer verified is still a proposal: data for agents, and up to its person", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.as(host).lessons.add(rule({ origin: "agent:coder", priority: "high" }));
    const brief = await ws.brief({ role: "coder", phase: "p-1", run: "r-1" });
    const output = compliance(`VERIFIED:${shortIdIn(brief, lesson)} evidence=src/a.ts:1`);
    await ws.as(host).review({ phase: "p-1", run: "r-2", origin: "agent:reviewer", output });
    expect(await directiveOf(ws, lesson)).toMatchObject({ state: "proposed", successes: 1 });
    const { text: shown } = await ws.brief({ role: "coder", run: "r-3" });
    expect(shown).toContain("data, not instructions");
    expect(shown).not.toContain("Follow these rules");
    expect((await ws.today()).needs).toMatchObject([
      { id: lesson, why: "Proposed by coder. Verified by reviewer." },
    ]);
    for (const run of ["r-4", "r-5"]) expect((await judged(ws, lesson, run)).escalated).toEqual([]);
  });

  it("a person's rule takes the place of an agent's, which is put away with its history", async () => {
    const { ws } = await openInsights();
    const { lesson: old } = await ws.lessons.add(
      rule({ requiredActions: ["skip it"], origin: "agent:coder" }),
    );
    const added = await ws.lessons.add(rule({ priority: "critical", enforcement: "enforce" }));
    expect(added).toMatchObject({ status: "active", merged: false, superseded: old, capped: false });
    expect(await directiveOf(ws, added.lesson)).toMatchObject({
      origin: "human",
      priority: "critical",
      enforcement: "enforce",
    });
    expect(await directiveOf(ws, old)).toMatchObject({ origin: "agent:coder", state: "archived" });
    expect((await ws.explain({ id: old })).answer.join(" ")).toContain(
      `superseded: a person's rule took its place (${added.lesson})`,
    );
    expect((await ws.brief({ role: "coder" })).text).not.toContain("skip it");
    expect(await ws.lessons.add(rule({ origin: "agent:coder" }))).toMatchObject({ lesson: added.lesson });
  });

  it("an agent's proposal of the opposite does not keep a person's rule from being active", async () => {
    const { ws } = await openInsights();
    const never = rule({ text: "Never validate any request body with a schema", origin: "agent:coder" });
    const { lesson: proposed } = await ws.lessons.add(never);
    expect(await ws.lessons.add(rule())).toMatchObject({ status: "active", contradicts: null });
    expect(await directiveOf(ws, proposed)).toMatchObject({
      state: "quarantined",
      missing: ["contradiction"],
    });
  });

  it("a person raises only the weight that was asked for, and an equal request changes nothing", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ priority: "high" }));
    expect(await ws.lessons.add(rule({ priority: "low", enforcement: "enforce" }))).toMatchObject({
      priority: "high",
      enforcement: "enforce",
      merged: true,
      capped: false,
    });
    expect(await eventsOf(ws, "directive-set")).toHaveLength(1);
    expect(await ws.lessons.add(rule({ priority: "medium" }))).toMatchObject({
      lesson,
      priority: "high",
      enforcement: "enforce",
      capped: false,
    });
    expect(await eventsOf(ws, "directive-set")).toHaveLength(1);
  });

  it.each(agents)(
    "a directive is not trusted when %s adds the same with more weight, and the answer reports it",
    async (origin) => {
      const { ws } = await openInsights();
      const { lesson } = await ws.lessons.add(rule());
      for (const more of [{ priority: "critical" }, { enforcement: "enforce" }] as const)
        expect(await ws.lessons.add(rule({ ...more, origin }))).toMatchObject({
          lesson,
          merged: true,
          capped: true,
          priority: "medium",
          enforcement: "warn",
        });
      expect(await ws.lessons.add(rule({ priority: "low", origin }))).toMatchObject({ capped: false });
      expect(await eventsOf(ws, "directive-set")).toEqual([]);
      expect(await eventsOf(ws, "lesson-promoted")).toEqual([]);
    },
  );

  it("a directive is not trusted by a tool's word or by another agent's acknowledgement", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ origin: "agent:coder" }));
    await judged(ws, lesson, "r-1", "VERIFIED", "tool:linter");
    const brief = await ws.brief({ role: "coder", run: "r-1" });
    const output = `KNOWLEDGE_APPLIED:${shortIdIn(brief, lesson)}`;
    await ws.acknowledge({ brief: brief.id, output, origin: "agent:tester" });
    for (const run of ["r-2", "r-3"]) expect((await judged(ws, lesson, run)).escalated).toEqual([]);
  });
});

describe("escalation", () => {
  const start = async () => {
    const { ws, clock } = await openInsights();
    const { lesson } = await ws.lessons.add(rule());
    return { ws, clock, lesson };
  };

  it("a directive escalates once, with the second run that violates it, and keeps the history", async () => {
    const { ws, clock, lesson } = await start();
    expect((await judged(ws, lesson, "r-1")).escalated).toEqual([]);
    clock.advance(29 * dayMs);
    expect((await judged(ws, lesson, "r-2")).escalated).toEqual([lesson]);
    for (const run of ["r-3", "r-4", "r-5"]) expect((await judged(ws, lesson, run)).escalated).toEqual([]);
    const events = await eventsOf(ws, "directive-escalated");
    expect(events).toMatchObject([{ data: { lesson, from: { priority: "medium", enforcement: "warn" } } }]);
    expect((await ws.explain({ id: lesson })).answer.join(" ")).toContain(
      "violated again and again (2026-03-30",
    );
    expect((await ws.report()).directives.escalated).toMatchObject([{ id: lesson, text, violated: 5 }]);
    expect((await ws.status()).escalations).toEqual([{ lesson, text, at: "2026-03-30T00:00:00.000Z" }]);
  });

  it.each([
    ["31 days apart", 31, "r-2", []],
    ["in the same run", 1, "r-1", []],
    ["exactly 30 days apart", 30, "r-2", ["it"]],
  ])(
    "a directive escalates by two violations within 30 days in two runs: violations %s",
    async (_what, days, second, expected) => {
      const { ws, clock, lesson } = await start();
      await judged(ws, lesson, "r-1");
      clock.advance(days * dayMs);
      expect((await judged(ws, lesson, second)).escalated).toEqual(expected.map(() => lesson));
    },
  );

  it("a person sets an escalation back, and violations are counted from zero after that", async () => {
    const { ws, lesson } = await start();
    for (const run of ["r-1", "r-2"]) await judged(ws, lesson, run);
    const back = { lesson, priority: "medium", enforcement: "warn", reason: "the tool changed" } as const;
    await expect(ws.lessons.set({ ...back, origin: "agent:architect" })).rejects.toMatchObject({
      field: "origin",
    });
    expect(await ws.lessons.set(back)).toMatchObject({ priority: "medium", enforcement: "warn" });
    expect((await ws.status()).escalations).toEqual([]);
    expect((await ws.explain({ id: lesson })).answer.join(" ")).toContain("as a person set it");
    expect((await judged(ws, lesson, "r-3")).escalated).toEqual([]);
    expect((await judged(ws, lesson, "r-4")).escalated).toEqual([lesson]);
    expect(await eventsOf(ws, "directive-escalated")).toHaveLength(2);
  });

  it("a run that is judged three times counts as one violation", async () => {
    const { ws, lesson } = await start();
    const phase = "p-1";
    const brief = await ws.brief({ role: "coder", phase, run: "r-1" });
    const output = (n: number) => compliance(`VIOLATED:${shortIdIn(brief, lesson)} evidence=src/a.ts:${n}`);
    for (let n = 1; n <= 3; n += 1) await ws.review({ phase, run: "r-1", output: output(n) });
    expect(await directiveOf(ws, lesson)).toMatchObject({ priority: "medium", failures: 1 });
  });

  it.each([
    ["a role that a library call names", programSpeaker("tool:library", "x"), "agent:reviewer"],
    ["a role that a tool's server names", programSpeaker("tool:server", "x"), "agent:reviewer"],
    ["a role that a person's program names", programSpeaker("human", "maintainer"), "agent:reviewer"],
  ])("a person's rule does not escalate by the word of %s, and the gate hears it", async (_, who, origin) => {
    const { ws, lesson } = await start();
    await ws.lessons.set({ lesson, priority: "critical", reason: "it matters" });
    for (const run of ["r-1", "r-2", "r-3"]) {
      const brief = await ws.brief({ role: "coder", phase: run, run });
      const output = compliance(`VIOLATED:${shortIdIn(brief, lesson)} evidence=src/a.ts:1`);
      const review = { phase: run, run: `review of ${run}`, origin, output };
      expect((await ws.as(who).review(review)).compliance?.escalated).toEqual([]);
      expect(await ws.gate({ phase: run })).toMatchObject({
        passed: false,
        blocks: [{ reason: "violated" }],
      });
    }
    expect(await directiveOf(ws, lesson)).toMatchObject({ enforcement: "warn", failures: 3 });
    expect(await eventsOf(ws, "directive-escalated")).toEqual([]);
  });

  it("a directive escalates by checks that fail, whatever the reviewer writes", async () => {
    const { ws } = await openInsights();
    writeFileSync(join(ws.folder, "a.ts"), "eval(input)\n");
    const { lesson } = await ws.lessons.add(rule({ verificationPredicate: "grep:eval:*.ts" }));
    expect((await judged(ws, lesson, "r-1", "VERIFIED")).checks).toMatchObject([{ passed: false }]);
    expect((await judged(ws, lesson, "r-2", "VERIFIED")).escalated).toEqual([lesson]);
  });
});
