import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentsOfSession, hostsWithAgents } from "../../tests/support/host-agents.js";
import { dataOf } from "../../tests/support/host-session.js";
import { movingClock } from "../../tests/support/ledger.js";
import { renderVerdict } from "../../tests/support/render-verdict.js";
import type { Verdict } from "../lessons/insight/rules/verdict/verdict.js";

const pattern = "Cache keys must always contain the tenant id, or one tenant reads the data of another.";
const other = "Retries must never run before the lock is released.";
const found = `## Accumulated Patterns\n\n- [J1] ${other}\n- [J2] ${pattern}\n\nSeen at src/cache.ts:2`;
const seven = [
  pattern,
  other,
  "Uploads must always be checked for their size before they are read.",
  "Every migration must be reversible, or a rollback loses rows.",
  "Dates must never be compared as texts of the local time zone.",
  "Log lines must never hold the password of a customer.",
  "A queue must always have an upper limit for its messages.",
];
const pass: Verdict = { verdict: "PASS", issues: [], mustFix: [], falsePositives: [] };
const refuting: Verdict = { ...pass, falsePositives: [{ finding: "J2" }] };

async function insightsOf({ ws }: Awaited<ReturnType<typeof agentsOfSession>>) {
  const { lessons } = await ws.lessons.list({ kind: "insight" });
  return lessons.flatMap((lesson) => (lesson.kind === "insight" ? [lesson] : []));
}

describe.each(hostsWithAgents)("a validator in %s", (name) => {
  it("a validator is told the ids of the findings that it judges, and how to name a false positive", async () => {
    const { begin, start, answer } = await agentsOfSession(name);
    await begin("s1");
    await start("s1", "judge");
    await answer("s1", "judge", found);
    const brief = await start("s1", "inspector");
    expect(brief).toContain(`[J2] "${pattern}"`);
    expect(brief).toContain("false_positives");
    expect(await start("s1", "coder")).not.toContain("J2");
    expect(await start("another", "inspector")).not.toContain("J2");
  });

  it("a validator judges the newest deliberation of its role's counterpart in the session, and the false positive loses weight", async () => {
    const session = await agentsOfSession(name);
    const { ws, begin, start, answer } = session;
    await begin("s1");
    await start("s1", "judge");
    await answer("s1", "judge", found);
    await start("s1", "inspector");
    await answer("s1", "inspector", `Checked.\n\n${renderVerdict(refuting)}`);
    expect(await dataOf(ws, "verdict-recorded")).toMatchObject([
      { role: "judge", validator: "inspector", verdict: "PASS", penalised: [{ by: "finding" }] },
    ]);
    const [refuted] = (await insightsOf(session)).filter(({ text }) => text === pattern);
    const [held] = (await insightsOf(session)).filter(({ text }) => text === other);
    expect(Number(refuted?.score)).toBeLessThan(Number(held?.score));
    expect((await ws.doctor()).checks.find(({ name }) => name === "losses")?.detail).not.toContain(
      "names no deliberation",
    );
  });

  it("a validator reinforces what was shown and cited, and marks its later refutation as a regression", async () => {
    const session = await agentsOfSession(name);
    const { ws, begin, start, answer } = session;
    writeFileSync(join(ws.folder, "cache.ts"), "const a = 1;\nconst b = 2;\n");
    for (const id of ["s0", "s1", "s2", "s3"]) {
      await begin(id);
      await start(id, "judge");
      await answer(id, "judge", found.replace("src/cache.ts", "cache.ts"));
      await start(id, "inspector");
      await answer(id, "inspector", renderVerdict(pass));
    }
    const verdicts = await dataOf(ws, "verdict-recorded");
    expect(verdicts.map(({ evidenceLevel }) => evidenceLevel)).toEqual([2, 2, 2, 2]);
    expect(verdicts.map(({ reinforced }) => (reinforced as string[]).length)).toEqual([2, 2, 2, 2]);
    await begin("s4");
    await start("s4", "judge");
    await answer("s4", "judge", found);
    await answer("s4", "inspector", renderVerdict(refuting));
    expect((await dataOf(ws, "verdict-recorded")).at(-1)).toMatchObject({
      penalised: [{ regression: true }],
    });
  });

  it("a validator makes what three verdicts confirmed immune to time, and lets fade what it passed over", async () => {
    const clock = movingClock();
    const session = await agentsOfSession(name, { clock: clock.read });
    const { ws, begin, start, answer } = session;
    writeFileSync(join(ws.folder, "cache.ts"), "const a = 1;\nconst b = 2;\n");
    const all = `## Accumulated Patterns\n\n${seven.map((text) => `- ${text}`).join("\n")}\n\nSeen at cache.ts:2`;
    for (const run of ["one", "two"]) await ws.deliberate({ role: "judge", run, text: all });
    for (const id of ["s0", "s1", "s2", "s3"]) {
      await begin(id);
      await start(id, "judge");
      await answer(id, "judge", "Nothing new. Seen at cache.ts:2");
      await start(id, "inspector");
      await answer(id, "inspector", renderVerdict(pass));
    }
    const verdicts = await dataOf(ws, "verdict-recorded");
    expect(verdicts.map(({ reinforced }) => (reinforced as string[]).length)).toEqual([5, 5, 5, 5]);
    const scores = async () =>
      new Map((await insightsOf(session)).map(({ id, score }) => [id, Number(score)] as const));
    const before = await scores();
    clock.advance(28 * 86_400_000);
    const after = await scores();
    const confirmed = verdicts[3]?.reinforced as string[];
    const passedOver = [...before.keys()].filter((id) => !confirmed.includes(id));
    expect(passedOver).toHaveLength(2);
    for (const id of confirmed) expect(after.get(id)).toBe(before.get(id));
    for (const id of passedOver)
      expect(Number(after.get(id)) / Number(before.get(id))).toBeCloseTo(Math.exp(-2), 3);
    for (const id of passedOver) expect(await ws.explain({ id })).toMatchObject({ numbers: { ageing: 0 } });
    for (const id of confirmed)
      expect(await ws.explain({ id })).toMatchObject({ numbers: { ageing: 0, decay: 1 } });
  });

  it("a validator changes nothing by a verdict of another session, of a role without a counterpart, or read twice", async () => {
    const { ws, begin, start, answer } = await agentsOfSession(name);
    await begin("s1");
    await start("s1", "judge");
    await answer("s1", "judge", found);
    await answer("another", "inspector", renderVerdict(refuting));
    await answer("s1", "code-reviewer", renderVerdict(refuting));
    await answer("s1", "lens", renderVerdict(refuting));
    expect(await dataOf(ws, "verdict-recorded")).toEqual([]);
    await answer("s1", "inspector", renderVerdict(refuting));
    await answer("s1", "inspector", `Again.\n${renderVerdict(refuting)}`);
    expect(await dataOf(ws, "verdict-recorded")).toHaveLength(1);
  });
});
