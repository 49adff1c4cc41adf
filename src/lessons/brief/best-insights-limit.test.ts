import { describe, expect, it } from "vitest";
import { ledgerOver, startOfTest } from "../../../tests/support/ledger.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { bestInsights } from "./best-insights.js";

const by = { actor: "tester", origin: "human" };

async function observe(
  writer: LedgerWriter,
  n: number,
  role: string,
  ...tasks: readonly string[]
): Promise<void> {
  const lesson = `insight-${String(n).padStart(4, "0")}-${role}`;
  for (const task of tasks) {
    const data = {
      lesson,
      role,
      kind: "insight",
      text: `Text ${n}`,
      category: "rule",
      deliberation: "d",
    } as const;
    const place = {
      findings: [],
      echo: false,
      inPassing: false,
      first: task === tasks[0],
      labels: [task],
      files: [],
    };
    await writer.append({
      type: "lesson-observed",
      data: { ...data, ...place },
      task,
      run: `${task}-run`,
      ...by,
    });
  }
}

/** Insights that are all worth the same: no list can be cut short because the rest is worth less. */
async function learned(own: number, shared: number) {
  const ledger = ledgerOver();
  await ledger.write(async (writer) => {
    for (let n = 0; n < own; n += 1) await observe(writer, n, "judge", "bd-1");
    for (let n = 0; n < shared; n += 1) await observe(writer, 5_000 + n, "auditor", "bd-1", "bd-2");
  });
  const query = { role: "judge", surroundings: { labels: [], files: [] }, now: startOfTest, limit: 10 };
  return (changes: Partial<typeof query> = {}) =>
    ledger.read((reader) => bestInsights(reader, { ...query, ...changes }, ledger.config.insights));
}

describe("a list of insights that are all worth the same", () => {
  it("a list of equal insights is read up to its 1,024th row", async () => {
    const best = await learned(1_200, 0);
    const { considered, more, best: found } = await best();
    expect(considered).toBe(1_024);
    expect(found).toHaveLength(10);
    expect(more).toBe(true);
    expect((await best({ limit: 2_000 })).best).toHaveLength(1_024);
  });

  it("a list of equal insights that is shorter than the limit is read to its end", async () => {
    expect(await (await learned(1_000, 0))()).toMatchObject({ considered: 1_000, more: true });
    expect((await (await learned(9, 0))()).best).toHaveLength(9);
  });

  it("the limit also holds when the insights of other roles are searched without a match", async () => {
    const best = await learned(1, 600);
    expect(await best()).toMatchObject({ considered: 257, more: false });
    expect((await best()).best).toHaveLength(1);
  });
});
