import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openInsights, patterns } from "../../tests/support/insights.js";
import { collect, openInTemp, outcome } from "../../tests/support/whetstone.js";

const secret = 'Split by customer "Grün & Söhne" ledger';

function filesHolding(folder: string, text: string): string[] {
  const needles = [text, JSON.stringify(text).slice(1, -1)].map((each) => Buffer.from(each));
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => needles.some((needle) => readFileSync(file).includes(needle)));
}

describe("forget", () => {
  it("forget removes the text from the log, the views, the rejections, the backups and every byte of the files", async () => {
    const ws = await openInTemp();
    for (const n of [1, 2, 3])
      await ws.record(
        outcome({
          result: "failure",
          strategy: secret,
          taskId: `bd-${n}`,
          failureDetails: `again: ${secret}!`,
        }),
      );
    await ws.record(outcome({ strategy: secret.toUpperCase().replaceAll(" ", "  ") }));
    await ws.record({ ...outcome({ strategy: secret }), wrong: true } as never).catch(() => undefined);
    await ws.record(outcome({ strategy: "Split by feature" }));
    await ws.plan({ task: "x" });
    await ws.backUp();
    expect(filesHolding(ws.folder, secret).length).toBeGreaterThan(0);

    const { lessons } = await ws.lessons.list();
    const lesson = lessons.find((each) => each.text === secret)?.id ?? "";
    expect(await ws.lessons.forget({ lesson, dryRun: true })).toMatchObject({
      texts: [secret, secret.toUpperCase().replaceAll(" ", "  ")],
      blankedEvents: 9,
    });
    const result = await ws.lessons.forget({ lesson, reason: "names a customer" });
    expect(result).toMatchObject({ blankedEvents: 9, blankedRejections: 1, remains: [] });

    expect(filesHolding(ws.folder, secret)).toEqual([]);
    expect(filesHolding(ws.folder, secret.toUpperCase().replaceAll(" ", "  "))).toEqual([]);
    expect((await collect(ws.export())).join("\n")).not.toContain("Grün");
    expect((await ws.plan({ task: "x" })).prompt).not.toContain("Grün");
    expect(await ws.status()).toMatchObject({
      outcomes: { failure: 3, success: 2 },
      lessons: { strategies: 1, antiPatterns: 0, forgotten: 1 },
    });
    const doctor = await ws.doctor();
    expect(doctor.checks.filter((check) => check.state === "problem")).toEqual([]);
    expect(doctor.checks.find((check) => check.name === "backup")?.detail).toContain("after-forget");
  });

  it("forget leaves a tombstone with the time, the person and the reason, without the text", async () => {
    const ws = await openInTemp();
    const {
      strategies: [strategy],
    } = await ws.record(outcome({ strategy: secret }));
    const { tombstone } = await ws.lessons.forget({
      lesson: strategy ?? "",
      reason: "asked to",
      actor: "keeper",
    });
    const line = (await collect(ws.export())).find((each) => each.includes(tombstone ?? "?")) ?? "";
    expect(JSON.parse(line)).toMatchObject({
      type: "lesson-forgotten",
      at: "2026-03-01T00:00:00.000Z",
      actor: "keeper",
      data: { lesson: strategy, kind: "strategy", reason: "asked to", blankedEvents: 2 },
    });
    await expect(ws.explain({ id: strategy ?? "" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("forget removes a strategy whose words are joined by hyphens", async () => {
    const ws = await openInTemp();
    const hyphens = "Split the front-end first";
    for (const task of ["bd-1", "bd-2", "bd-3"])
      await ws.record(
        outcome({ result: "failure", strategy: hyphens, taskId: task, failureDetails: `again: ${hyphens}` }),
      );
    await ws.plan({ task: "x" });
    const [{ id } = { id: "" }] = (await ws.lessons.list()).lessons;
    expect(await ws.lessons.forget({ lesson: id, dryRun: true })).toMatchObject({ texts: [hyphens] });
    expect(await ws.lessons.forget({ lesson: id, reason: "r" })).toMatchObject({
      remains: [],
      blankedRejections: 0,
    });
    expect((await collect(ws.export())).join("\n")).not.toContain("front-end");
    expect(filesHolding(ws.folder, hyphens)).toEqual([]);
  });

  it("forget removes an insight that was shown, with the line that showed it", async () => {
    const { ws } = await openInsights({ set: [] });
    const hyphens = "Never let the re-tries of a long-lived job overload the queue";
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(hyphens) });
    const { shown } = await ws.brief({ role: "judge", run: "r-2" });
    expect(shown.map(({ text }) => text)).toEqual([`- ${hyphens} [score:1.30]`]);
    const lesson = shown[0]?.lesson ?? "";
    expect((await ws.lessons.forget({ lesson, dryRun: true })).texts).toEqual([
      hyphens,
      `- ${hyphens} [score:1.30]`,
    ]);
    expect(await ws.lessons.forget({ lesson, reason: "r" })).toMatchObject({ remains: [] });
    expect((await collect(ws.export())).join("\n")).not.toContain("long-lived");
    expect((await ws.brief({ role: "judge", run: "r-3" })).shown).toEqual([]);
    expect((await ws.doctor()).checks.filter((check) => check.state === "problem")).toEqual([]);
  });

  it("forget is refused for an unknown lesson, and without a reason", async () => {
    const ws = await openInTemp();
    await expect(ws.lessons.forget({ lesson: "strategy-x", reason: "r" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(ws.lessons.forget({ lesson: "strategy-x" } as never)).rejects.toMatchObject({
      field: "reason",
    });
    expect((await ws.status()).log.events).toBe(0);
  });

  it("a forgotten text does not come back through what is still in memory", async () => {
    const ws = await openInTemp();
    await ws.plan({ task: "x", taskId: "bd-1", strategy: secret });
    const {
      strategies: [strategy],
    } = await ws.record(outcome({ taskId: "bd-1" }));
    expect((await ws.lessons.forget({ lesson: strategy ?? "", reason: "r" })).remains).toEqual([]);
    await ws.record(outcome({ taskId: "bd-1", strategy: "Split by feature" }));
    expect(filesHolding(ws.folder, secret)).toEqual([]);
    expect((await ws.doctor()).checks.filter((check) => check.state === "problem")).toEqual([]);
  });

  it("a forgotten strategy can be learned again without its old evidence", async () => {
    const ws = await openInTemp();
    for (const n of [1, 2, 3])
      await ws.record(outcome({ result: "failure", strategy: "Split by layer", taskId: `bd-${n}` }));
    const { lessons } = await ws.lessons.list();
    await ws.lessons.forget({ lesson: lessons[0]?.id ?? "", reason: "the project was restructured" });
    await ws.record(outcome({ result: "failure", strategy: "Split by layer" }));
    expect((await ws.lessons.list()).lessons).toMatchObject([
      { kind: "strategy", failures: 1, successes: 0 },
    ]);
  });

  it("forget names the files of Whetstone that still hold the text", async () => {
    const ws = await openInTemp();
    const {
      strategies: [strategy],
    } = await ws.record(outcome({ strategy: secret }));
    const report = join(ws.folder, ".whetstone", "reports", "old.md");
    mkdirSync(join(ws.folder, ".whetstone", "reports"), { recursive: true });
    writeFileSync(report, `it said ${secret}`);
    const { remains } = await ws.lessons.forget({ lesson: strategy ?? "", reason: "r" });
    expect(remains).toEqual([{ file: report, next: "delete this file, or write it again" }]);
  });

  it("forget removes everything a directive says, its tags too, and every word that was said about it", async () => {
    const ws = await openInTemp();
    const { lesson } = await ws.lessons.add({
      text: "Never print the ledger of Grün & Söhne",
      category: "zebra-area",
      tags: ["zebra-tag", "zebraquartz-tag"],
      appliesToAgents: ["coder"],
      verificationChecks: ["grep finds no zebra-name"],
      priority: "critical",
    });
    const brief = await ws.brief({ role: "coder", run: "r-1", phase: "p" });
    const shortId = brief.shown[0]?.shortId ?? "";
    const { receipts } = await ws.acknowledge({
      brief: brief.id,
      output: `KNOWLEDGE_IGNORED:${shortId} reason=zebra-reason is not mine`,
    });
    expect(receipts).toMatchObject([{ kind: "ignored" }]);
    await ws.lessons.set({ lesson, priority: "high", reason: "zebra-why" });
    await ws.backUp();
    const holding = () => ["zebra", "Grün"].flatMap((word) => filesHolding(ws.folder, word));
    expect(holding().length).toBeGreaterThan(1);
    const result = await ws.lessons.forget({ lesson, reason: "names a customer" });
    expect(result).toMatchObject({ lesson, remains: [] });
    expect(holding()).toEqual([]);
    expect((await collect(ws.export())).join("\n")).not.toMatch(/zebra|Grün/);
    expect((await ws.doctor()).checks.filter((check) => check.state === "problem")).toEqual([]);
  });
});

describe("forget with a text", () => {
  const password = "Hunter2 of the ledger";

  /** A project in which a password stands in many places, and in no lesson. */
  async function spilt() {
    const ws = await openInTemp();
    await ws.errors.record({ taskId: "bd-1", errorType: "unknown", message: `login failed: ${password}` });
    await ws.record(
      outcome({ taskId: "bd-1", criteria: [`no ${password.toUpperCase()}`], summary: password }),
    );
    await ws.record({ ...outcome(), [password]: password } as never).catch(() => undefined);
    const long = `${"x".repeat(1_900)} ${password}`;
    await ws.record({ ...outcome({ strategy: long }) }).catch(() => undefined);
    ws.noteLoss("brief", `no answer for ${password}`);
    await ws.backUp();
    return ws;
  }

  it("forget with a text removes it wherever it stands, and says where that was", async () => {
    const ws = await spilt();
    const found = [
      { where: "error-recorded", count: 1 },
      { where: "outcome-recorded", count: 1 },
      { where: "refused inputs", count: 2 },
      { where: "notes of losses", count: 1 },
    ];
    const preview = await ws.lessons.forget({ text: password, dryRun: true });
    expect(preview).toMatchObject({ lesson: null, texts: [password], found, tombstone: null });
    const events = (await ws.status()).log.events;
    const result = await ws.lessons.forget({ text: password, reason: `it was ${password}` });
    expect(result).toMatchObject({ found, blankedEvents: 2, blankedRejections: 2, remains: [] });
    for (const word of [password, password.toUpperCase(), "Hunter2", "HUNTER2"])
      expect(filesHolding(ws.folder, word), word).toEqual([]);
    const tombstone = JSON.parse((await collect(ws.export())).at(-2) ?? "");
    expect(tombstone).toMatchObject({ type: "text-forgotten", data: { reason: "it was [forgotten]" } });
    expect(await ws.status()).toMatchObject({ log: { events: events + 1 }, rejected: 2 });
    expect((await ws.doctor()).checks.filter((check) => check.state === "problem")).toEqual([]);
    expect((await ws.lessons.forget({ text: password, dryRun: true })).found).toEqual([]);
  });

  it("forget with a text is for a person, and for one thing at a time", async () => {
    const ws = await spilt();
    const as = (origin: string) => ws.lessons.forget({ text: password, reason: "r", origin });
    await expect(as("agent:coder")).rejects.toMatchObject({ field: "origin" });
    await expect(ws.lessons.forget({ reason: "r" })).rejects.toMatchObject({ field: "lesson" });
    const both = ws.lessons.forget({ lesson: "x", text: password, reason: "r" });
    await expect(both).rejects.toMatchObject({ field: "text" });
    await expect(ws.lessons.forget({ text: "abc", reason: "r" })).rejects.toMatchObject({ field: "text" });
    expect(filesHolding(ws.folder, password).length).toBeGreaterThan(0);
  });

  it("forget names the database where the text is part of a name, which is not changed", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ taskId: password, summary: password }));
    const { remains } = await ws.lessons.forget({ text: password, reason: "r" });
    expect(remains).toEqual([
      { file: (await ws.status()).store.location, next: expect.stringContaining("names are not changed") },
    ]);
  });
});
