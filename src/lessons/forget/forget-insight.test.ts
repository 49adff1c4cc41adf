import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  eventsOf,
  failing,
  insightWith,
  openInsights,
  output,
  patterns,
  refuting,
  verdictOn,
} from "../../../tests/support/insights.js";
import { collect } from "../../../tests/support/whetstone.js";

/** So long that a summary shortens it. */
const secret =
  "Invoices of Söhne must always be checked by two people, since the export writes them into a shared folder";
/** A word that stands in the secret alone. */
const word = "Söhne";
const other = (n: number) => `Module number ${n} keeps its handles open until the last worker has ended`;

function filesHolding(folder: string, text: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(Buffer.from(text)));
}

describe("forgetting an insight", () => {
  it("forget removes an insight from deliberations, summaries, exposures, verdicts and every file", async () => {
    const { ws } = await openInsights({ set: [] });
    const { root } = (await ws.status()).project;
    const others = Array.from({ length: 30 }, (_, n) => other(n));
    const dressed = `1. **Pattern:** ${secret.toLowerCase().replaceAll(" ", "  ")}!`;
    const { deliberation } = await ws.deliberate({
      role: "coder",
      run: "r-1",
      text: `${output}I fear for ${word}.\n\n${patterns(secret, ...others)}`,
      evidence: `grep says ${word}`,
    });
    await ws.deliberate({ role: "coder", run: "r-0", text: patterns(...others) });
    await ws.deliberate({ role: "coder", run: "r-2", text: `## Accumulated Patterns\n${dressed}\n` });
    const { form } = await ws.brief({ role: "coder", run: "r-3" });
    expect(form).toBe("summary");
    await ws.brief({ role: "coder", run: "r-4", leftTokens: 200 });
    const issue = { id: "B1", severity: "high", summary: `Not true: ${secret}` };
    await ws.review({
      output: verdictOn(deliberation, { ...failing, issues: [issue], ...refuting(secret) }),
      validatorRole: "tester",
    });
    expect((await collect(ws.export())).filter((line) => line.includes(word)).length).toBeGreaterThan(4);
    expect(filesHolding(root, word).length).toBeGreaterThan(0);

    const { id } = await insightWith(ws, secret, "coder");
    const preview = await ws.lessons.forget({ lesson: id, dryRun: true });
    const result = await ws.lessons.forget({ lesson: id, reason: "names a customer", actor: "keeper" });
    expect(result).toMatchObject({ remains: [], blankedEvents: preview.blankedEvents });

    const log = (await collect(ws.export())).join("\n");
    expect(log.toLowerCase()).not.toContain(word.toLowerCase());
    expect(filesHolding(root, word)).toEqual([]);
    expect(filesHolding(root, word.toLowerCase())).toEqual([]);
    expect((await ws.brief({ role: "coder", run: "r-5" })).text).not.toContain(word);
    expect(log).toContain("names a customer");
    await expect(ws.explain({ id })).rejects.toMatchObject({ code: "not_found" });
    expect((await ws.status()).lessons).toMatchObject({ insights: 30, forgotten: 1 });
  });

  it("forget removes an insight from a summary that was not shown, in whatever wording it is there", async () => {
    const { ws } = await openInsights();
    const others = Array.from({ length: 30 }, (_, n) => other(n));
    for (const run of ["r-0", "r-1"])
      await ws.deliberate({ role: "coder", run, text: patterns(secret, ...others) });
    const [summary] = await eventsOf(ws, "summary-made");
    expect(JSON.stringify(summary)).toContain("checked by two people…");
    await ws.lessons.forget({ lesson: (await insightWith(ws, secret, "coder")).id, reason: "r" });
    expect((await collect(ws.export())).join("\n")).not.toContain(word);
  });

  it("forget keeps the other insights of the same deliberation", async () => {
    const { ws } = await openInsights();
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(secret, other(1)) });
    const before = await insightWith(ws, other(1));
    await ws.lessons.forget({ lesson: (await insightWith(ws, secret)).id, reason: "r" });
    expect((await ws.lessons.list({ kind: "insight" })).lessons).toEqual([before]);
    expect((await ws.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
  });

  it("forget removes the same text from every role that has it, and reports each", async () => {
    const { ws } = await openInsights();
    for (const role of ["judge", "auditor"])
      await ws.deliberate({ role, run: role, text: patterns(secret, other(1)) });
    await ws.brief({ role: "auditor", run: "r-2" });
    const ids = [(await insightWith(ws, secret)).id, (await insightWith(ws, secret, "auditor")).id];
    await ws.lessons.forget({ lesson: ids[0] ?? "", reason: "r" });
    expect((await collect(ws.export())).join("\n")).not.toContain(word);
    expect((await ws.brief({ role: "auditor", run: "r-3" })).shown.map(({ text }) => text)).toEqual([
      `- ${other(1)} [score:1.00]`,
    ]);
    const forgotten = (await eventsOf(ws, "lesson-forgotten")).map(
      ({ data }) => (data as { lesson: string }).lesson,
    );
    expect(forgotten.toSorted()).toEqual(ids.toSorted());
    expect((await ws.status()).lessons).toMatchObject({ insights: 2, forgotten: 2 });
    expect((await ws.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
  });

  it("a forgotten insight can be learned again without its old evidence", async () => {
    const { ws } = await openInsights();
    for (const run of ["r-1", "r-2"]) await ws.deliberate({ role: "judge", run, text: patterns(secret) });
    await ws.lessons.forget({ lesson: (await insightWith(ws, secret)).id, reason: "r" });
    const { insights } = await ws.deliberate({ role: "judge", run: "r-3", text: patterns(secret) });
    expect(insights).toMatchObject([{ text: secret, state: "observed", echo: false }]);
    expect(await insightWith(ws, secret)).toMatchObject({ successes: 1 });
    expect((await ws.status()).lessons).toMatchObject({ insights: 1, forgotten: 1 });
  });

  it("a verdict on the deliberation of a forgotten insight is possible, and penalises no insight", async () => {
    const { ws } = await openInsights();
    const { deliberation } = await ws.deliberate({ role: "judge", run: "r-1", text: patterns(secret) });
    await ws.lessons.forget({ lesson: (await insightWith(ws, secret)).id, reason: "r" });
    expect(await ws.review({ output: verdictOn(deliberation, refuting(other(1))) })).toMatchObject({
      applied: true,
      penalised: [],
      unmatched: [{ reason: "no_match" }],
    });
  });
});
