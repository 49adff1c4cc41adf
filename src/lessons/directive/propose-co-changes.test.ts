import { expect, it } from "vitest";
import { openInTemp, outcome } from "../../../tests/support/whetstone.js";

const filesTouched = ["src/api.ts", "docs/api.md"];

async function sessions(count: number, options: Parameters<typeof openInTemp>[0] = {}) {
  const ws = await openInTemp(options);
  for (let n = 0; n < count; n += 1) {
    const phase = `s-${n}`;
    await ws.beginPhase({ phase });
    await ws.record(outcome({ run: phase, filesTouched }));
    await ws.endPhase({ phase, run: phase, worked: false });
  }
  return (await ws.lessons.list({ kind: "directive" })).lessons;
}

it("files that keep changing together teach nothing unless a person has switched it on", async () => {
  expect(await sessions(5)).toEqual([]);
});

it("switched on, they become one proposal, which waits for a person", async () => {
  const set = ["reflection.coChange=true"];
  expect(await sessions(2, { set })).toEqual([]);
  expect(await sessions(5, { set })).toMatchObject([
    {
      text: "A change of docs/api.md mostly comes with a change of src/api.ts",
      state: "proposed",
      origin: "tool:co-change",
    },
  ]);
});
