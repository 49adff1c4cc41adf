import { expect, it } from "vitest";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";

const unhurried = { set: ["insights.captureLimitMs=60000"] };

it("a plan among hundreds of strategies shows those like the task, the one that was named, and what failed", async () => {
  const ws = await openInTemp(unhurried);
  const of = (strategy: string, result: "success" | "failure" = "success") => outcome({ strategy, result });
  const many = Array.from({ length: 400 }, (_, n) => of(`Take turbine number ${n} apart first`));
  const failing = Array.from({ length: 6 }, () => of("Migrate every ledger table at once", "failure"));
  const wanted = [of("Cut the billing ledger over by tenant"), of("Begin with the odd zebra crossing")];
  await ws.recordMany({ outcomes: [...many, ...failing, ...wanted] });
  await ws.index.catchUp();
  const { prompt, memory_queried } = await ws.plan({
    task: "Migrate the billing ledger for each tenant",
    strategy: "Begin with the odd zebra crossing",
  });
  expect(memory_queried).toBe(403);
  expect(prompt).toContain("Cut the billing ledger over by tenant");
  expect(prompt).toContain("Begin with the odd zebra crossing");
  expect(prompt).toContain("Migrate every ledger table at once");
});
