import { describe, expect, it } from "vitest";
import {
  compliance,
  directiveOf,
  judged,
  rule,
  shortIdIn,
  topics,
} from "../../../tests/support/directives.js";
import { eventsOf, openInsights } from "../../../tests/support/insights.js";
import { collect, openInTemp } from "../../../tests/support/whetstone.js";
import { reportMarkdown } from "../../index.js";

const text = "Validate every request body with a schema";

describe("an answer", () => {
  it("an answer that is read twice counts once, and a second answer adds to it", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ priority: "critical" }));
    const { lesson: minor } = await ws.lessons.add(rule({ text: topics[0] }));
    const brief = await ws.brief({ role: "coder", run: "r-1" });
    const output = `- **KNOWLEDGE_APPLIED:${shortIdIn(brief, lesson)}** – parsed all of it.`;
    const first = await ws.acknowledge({ brief: brief.id, output });
    expect(first).toMatchObject({
      receipts: [{ lesson, kind: "applied" }],
      unacknowledged: [],
      replayed: false,
    });
    const { events } = (await ws.status()).log;
    expect(await ws.acknowledge({ brief: brief.id, output })).toEqual({ ...first, replayed: true });
    expect((await ws.status()).log.events).toBe(events);
    const more = `KNOWLEDGE_N_A:${shortIdIn(brief, minor)} reason=there is no file here`;
    expect(await ws.acknowledge({ brief: brief.id, output: more })).toMatchObject({
      receipts: [{ lesson: minor, kind: "n_a", reason: "there is no file here" }],
      unacknowledged: [],
    });
    expect((await ws.status()).receipts).toEqual({ acknowledged: 2, violated: 0, unacknowledged: 0 });
  });

  it("an answer to an unknown brief changes nothing and stops no caller", async () => {
    const { ws } = await openInsights();
    const answer = await ws.acknowledge({ brief: "0190-none", output: "KNOWLEDGE_APPLIED:deadbeef" });
    expect(answer).toMatchObject({ receipts: [], failed: { code: "not_found" } });
    expect(await ws.status()).toMatchObject({ log: { events: 0 }, lost: 1 });
  });
});

describe("the numbers", () => {
  it("the numbers are the same in explain, the list, the report, the metrics and the status", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ priority: "critical" }));
    await ws.lessons.add({ text: topics[0], origin: "agent:coder" });
    const phase = "build";
    const brief = await ws.brief({ role: "coder", phase, run: "r-1" });
    const id = shortIdIn(brief, lesson);
    await ws.acknowledge({ brief: brief.id, output: "KNOWLEDGE_APPLIED:deadbeef" });
    await ws.acknowledge({ brief: brief.id, output: `KNOWLEDGE_IGNORED:${id} reason=no time` });
    await ws.review({ phase, run: "r-2", output: compliance(`VIOLATED:${id} evidence=src/a.ts:3`) });
    await ws.review({ phase, run: "r-2", output: compliance(`VERIFIED:${id} evidence=src/a.ts:3`) });
    expect((await ws.gate({ phase })).passed).toBe(true);

    const { numbers, answer, events, kind } = await ws.explain({ id: lesson });
    expect(kind).toBe("directive");
    expect(numbers).toEqual({
      applied: 0,
      ignored: 1,
      n_a: 0,
      violated: 1,
      contradicted: 0,
      unacknowledged: 1,
      verified: 1,
      omitted: 0,
      exposures: 1,
      confirmations: 0,
      blocked: 0,
    });
    expect(answer.join("\n")).toContain(
      "shown 1 time: ignored 1, violated 1, verified 1, without an answer 1.",
    );
    expect(events.map(({ type }) => type)).toEqual([
      "lesson-proposed",
      "lesson-activated",
      "lesson-exposed",
      ...Array(4).fill("receipt-recorded"),
    ]);
    expect(await directiveOf(ws, lesson)).toMatchObject({ successes: 1, failures: 1, exposures: 1 });
    const receipts = { acknowledged: 1, violated: 1, unacknowledged: 1 };
    expect(await ws.status()).toMatchObject({ receipts, lessons: { directives: 2 } });
    const report = await ws.report();
    expect(report.directives).toMatchObject({ total: 2, quarantined: 1, spoofed: 1, ...receipts });
    expect(reportMarkdown(report)).toContain("## Rules");
    const metrics = (await ws.metrics()).text;
    for (const line of [
      'receipts_total{kind="acknowledged"} 1',
      'receipts_total{kind="violated"} 1',
      'receipts_total{kind="unacknowledged"} 1',
      "acks_spoofed_total 1",
      "phases_total 1",
      "lessons_shown_total 1",
    ])
      expect(metrics).toContain(`whetstone_${line}\n`);
  });

  it("the numbers give the reason why a directive in each state is not shown", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add({ text, origin: "agent:coder" });
    const second = async () => (await ws.explain({ id: lesson })).answer[1];
    expect(await second()).toBe(
      "It is in quarantine and not shown: it has no check, it does not say whom it is for.",
    );
    const fields = { appliesToAgents: ["coder"], requiredActions: ["parse it"] };
    await ws.lessons.harden({ lesson, ...fields, origin: "agent:curator" });
    expect(await second()).toMatch(/^It is proposed: it is shown as unconfirmed/);
    await ws.lessons.activate({ lesson, reason: "clear" });
    expect(await second()).toBe("It is in force.");
    await ws.lessons.retire({ lessons: [lesson], reason: "gone" });
    expect(await second()).toBe("It was retired: gone.");
  });

  it("the numbers are the same after a rebuild, over every event that a directive can have", async () => {
    const { ws, clock } = await openInsights();
    const { lesson } = await ws.lessons.add(rule());
    const { lesson: waiting } = await ws.lessons.add({ text: topics[0] });
    await ws.lessons.add(rule());
    await ws.lessons.add(rule({ text: "Never validate any request body with a schema" }));
    await ws.lessons.harden({ lesson: waiting, appliesToAgents: ["coder"], requiredActions: ["x"] });
    for (const run of ["r-1", "r-2"]) await judged(ws, lesson, run);
    clock.advance(60_000);
    const brief = await ws.brief({ role: "coder", phase: "build", run: "r-3" });
    await ws.acknowledge({ brief: brief.id, output: "Nothing." });
    await ws.gate({ phase: "build" });
    await ws.gate({ phase: "build", override: "accepted by the maintainer" });
    await ws.lessons.set({ lesson, priority: "low", reason: "calmer now" });
    await ws.lessons.promote({ lesson: waiting, reason: "true" });
    await ws.lessons.retire({ lessons: [waiting], reason: "gone" });
    await ws.reflect({
      tool: "Bash",
      input: "npm tst",
      output: "npm error unknown",
      facts: { exitCode: 1 },
      phase: "x",
    });
    const seen = async () => [
      await ws.lessons.list({ kind: "directive" }),
      await ws.explain({ id: lesson }),
      (await ws.report()).directives,
      (await ws.metrics()).text,
    ];
    const live = await seen();
    expect((await ws.doctor()).checks).toContainEqual(
      expect.objectContaining({ name: "read models", state: "ok", detail: "every row is what the log says" }),
    );
    await ws.rebuild();
    expect(await seen()).toEqual(live);
  });
});

describe("a directive that is forgotten", () => {
  it("a forgotten directive leaves its text nowhere and keeps no gate closed", async () => {
    const ws = await openInTemp({ set: ["insights.briefLimitMs=60000", "insights.captureLimitMs=60000"] });
    const { lesson } = await ws.lessons.add(rule({ priority: "critical" }));
    await ws.lessons.add({ text: `Always ${text.toLowerCase()}`, origin: "agent:coder" });
    await ws.lessons.add({ text, severity: 3 } as never).catch(() => undefined);
    const brief = await ws.brief({ role: "coder", phase: "build", run: "r-1" });
    await ws.acknowledge({ brief: brief.id, output: "Done." });
    expect((await ws.gate({ phase: "build" })).passed).toBe(false);
    expect((await ws.lessons.forget({ lesson, dryRun: true })).texts).toEqual([
      text,
      "parse the body with a schema",
      `Always ${text.toLowerCase()}`,
    ]);
    const gone = await ws.lessons.forget({ lesson, reason: "it names a customer" });
    expect(gone).toMatchObject({ lesson, blankedEvents: 4, blankedRejections: 1, remains: [] });
    expect((await collect(ws.export())).join("\n").toLowerCase()).not.toContain(text.toLowerCase());
    expect((await ws.lessons.list({ kind: "directive" })).total).toBe(0);
    expect((await ws.gate({ phase: "build" })).passed).toBe(true);
    expect((await ws.brief({ role: "coder" })).shown).toEqual([]);
    expect((await ws.status()).lessons).toMatchObject({ directives: 0, forgotten: 1 });
    expect(await ws.doctor()).toMatchObject({ healthy: true });
  });
});

describe("what a forgotten directive asked for", () => {
  it("forget removes the actions, checks and triggers of a directive, also later ones and those that were shown", async () => {
    const ws = await openInTemp({ set: ["insights.briefLimitMs=60000"] });
    const { lesson } = await ws.lessons.add(
      rule({
        requiredActions: ["use the token of ACME Corp"],
        forbiddenActions: ["calling the host of ACME Corp"],
        verificationChecks: ["ACME Corp has seen it"],
        triggers: ["a task for ACME Corp"],
      }),
    );
    await ws.lessons.harden({ lesson, verificationChecks: ["the lawyers of ACME Corp agreed"] });
    expect((await ws.brief({ role: "coder" })).text).toContain("ACME");
    const forgotten = await ws.lessons.forget({ lesson, reason: "it names a customer" });
    expect(forgotten).toMatchObject({ remains: [] });
    expect((await collect(ws.export())).join("\n")).not.toContain("ACME");
  });

  it("forget keeps the texts of other lessons, and the same text can be added again", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ priority: "critical", requiredActions: ["test"] }));
    const { lesson: other } = await ws.lessons.add(rule({ text: topics[0], requiredActions: ["test"] }));
    await ws.lessons.forget({ lesson, reason: "asked to" });
    expect((await ws.brief({ role: "coder" })).shown).toMatchObject([
      { lesson: other, text: expect.stringContaining("MUST: test") },
    ]);
    expect(await ws.lessons.add(rule())).toMatchObject({
      status: "active",
      priority: "medium",
      merged: false,
    });
    expect((await ws.status()).lessons.directives).toBe(2);
  });
});

describe("the hive", () => {
  const start = async (changes: Parameters<typeof rule>[0] = {}) => {
    const here = await openInTemp();
    const other = await openInTemp({ root: here.folder, project: "other" });
    const { lesson } = await here.lessons.add(
      rule({ priority: "critical", enforcement: "enforce", ...changes }),
    );
    return { here, other, lesson };
  };

  it("the hive gets no directive without a person", async () => {
    const { here, other, lesson } = await start();
    for (const run of ["r-1", "r-2"]) await judged(here, lesson, run);
    expect(await other.status()).toMatchObject({ log: { events: 0 } });
    const hive = await openInTemp({ root: here.folder, project: "global" });
    expect(await hive.status()).toMatchObject({ log: { events: 0 } });
    expect((await other.brief({ role: "coder" })).shown).toEqual([]);
  });

  it("share copies a directive with everything that makes it checkable and with its source", async () => {
    const fields = {
      category: "security",
      tags: ["http"],
      triggers: ["request body parsing"],
      forbiddenActions: ["Bash(curl)"],
      verificationChecks: ["a test sends a wrong body"],
      verificationPredicate: "grep:req\\.body as :src/**",
      appliesToTools: ["Bash"],
    };
    const { here, other, lesson } = await start({ ...fields, filesComeLater: true });
    const { key } = (await here.status()).project;
    expect(await here.lessons.share({ lesson, to: "global", actor: "maintainer" })).toMatchObject({
      from: key,
      to: "global",
      status: "active",
      priority: "critical",
      enforcement: "enforce",
      merged: false,
    });
    expect(await here.lessons.share({ lesson, to: "global" })).toMatchObject({ merged: true });
    expect(await other.lessons.share({ lesson, from: "global", filesComeLater: true })).toMatchObject({
      from: "global",
      to: "other",
      lesson,
    });
    expect(await eventsOf(other, "lesson-proposed")).toMatchObject([
      {
        origin: "human",
        data: { ...rule(), ...fields, from: { project: "global", lesson, origin: "human" } },
      },
    ]);
    expect(await other.checkTool({ tool: "Bash", command: "curl x" })).toMatchObject({ decision: "deny" });
    expect((await other.explain({ id: lesson })).answer[0]).toContain("copied from global");
  });

  it("share refuses a check that no file of this project fits, unless its files come later", async () => {
    const { here, other, lesson } = await start({
      verificationPredicate: "grep:req\\.body as :src/**",
      filesComeLater: true,
    });
    await here.lessons.share({ lesson, to: "global" });
    await expect(other.lessons.share({ lesson, from: "global" })).rejects.toMatchObject({
      code: "invalid_input",
      field: "verificationPredicate",
      message: expect.stringContaining("could never fail"),
    });
    expect(await other.status()).toMatchObject({ log: { events: 0 }, rejected: 1 });
    await other.lessons.share({ lesson, from: "global", filesComeLater: true });
    expect((await directiveOf(other, lesson)).state).toBe("active");
  });

  it("share refuses a check that may not be run here, whichever project it goes to", async () => {
    const allowed = { set: ['directives.predicateCommands=["npm test"]'] };
    const here = await openInTemp(allowed);
    const { lesson } = await here.lessons.add(rule({ verificationPredicate: "tool:npm test" }));
    const strict = await openInTemp({ root: here.folder });
    for (const to of ["other", "global"])
      await expect(strict.lessons.share({ lesson, to })).rejects.toMatchObject({
        field: "verificationPredicate",
        message: expect.stringContaining("could never pass"),
      });
    expect(await here.lessons.share({ lesson, to: "other" })).toMatchObject({ status: "active" });
  });

  it("share gives no weight to a directive that only its author stands for", async () => {
    const { here, other } = await start();
    const { lesson } = await here.lessons.add(rule({ text: topics[0], origin: "agent:coder" }));
    await here.lessons.activate({ lesson, reason: "it is right" });
    await here.lessons.share({ lesson, to: "other" });
    expect(await directiveOf(other, lesson)).toMatchObject({
      origin: "agent:coder",
      state: "active",
      enforcement: "warn",
    });
    for (const run of ["r-1", "r-2"]) expect((await judged(other, lesson, run)).escalated).toEqual([]);
  });

  it("share accepts only an active directive", async () => {
    const { here, other, lesson } = await start();
    await here.lessons.retire({ lessons: [lesson], reason: "wrong" });
    const { lesson: waiting } = await here.lessons.add(rule({ text: topics[0], origin: "agent:coder" }));
    for (const each of [lesson, waiting]) {
      const next = expect.stringContaining("activate");
      await expect(here.lessons.share({ lesson: each, to: "other" })).rejects.toMatchObject({
        field: "lesson",
        next,
      });
    }
    expect(await other.status()).toMatchObject({ log: { events: 0 } });
    await here.lessons.activate({ lesson, reason: "it still holds" });
    expect(await here.lessons.share({ lesson, to: "other" })).toMatchObject({ status: "active" });
  });

  it("share needs a person, one direction and an existing directive", async () => {
    const { here, lesson } = await start();
    await expect(
      here.lessons.share({ lesson, to: "other", origin: "agent:architect" }),
    ).rejects.toMatchObject({
      field: "origin",
    });
    await expect(here.lessons.share({ lesson })).rejects.toMatchObject({ field: "to" });
    await expect(here.lessons.share({ lesson, to: "a", from: "b" })).rejects.toMatchObject({ field: "to" });
    await expect(here.lessons.share({ lesson, from: "nowhere" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(here.lessons.share({ lesson: "strategy-1", to: "other" })).rejects.toMatchObject({
      field: "lesson",
    });
  });
});
