import { expect, it } from "vitest";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";

it("adapters with limits come first, then those with most runs, each as its own policy says", async () => {
  const ws = await openInTemp();
  for (let run = 0; run < 3; run += 1) await ws.record(outcome({ adaptersUsed: ["github"] }));
  await ws.record(outcome({ adaptersUsed: ["slack"] }));
  await ws.record(outcome({ result: "failure" }));
  await ws.policy.set({ adapter: "deploy", requireApproval: true, reason: "production" });
  const { adapters, total } = await ws.adapters();
  expect(adapters.map(({ adapter }) => adapter)).toEqual(["deploy", "github", "slack"]);
  expect(total).toBe(3);
  for (const each of adapters) expect(each).toEqual(await ws.policy({ adapter: each.adapter }));
  expect((await ws.adapters({ limit: 1 })).adapters).toHaveLength(1);
});
