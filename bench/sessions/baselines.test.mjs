import { expect, it } from "vitest";
import { retrievePlainly, sayNothing } from "./baselines.mjs";
import { madeUpStream } from "./made-up.mjs";
import { score } from "./score.mjs";

const stream = madeUpStream(
  [
    ["one", "a1", "deploy --fast app", "deploy: no flag --fast"],
    ["one", "a2", "deploy --slow app"],
    ["one", "a3", "make all", "make: no rule"],
    ["one", "a4", "make some"],
    ["two", "b1", "deploy --fast api", "deploy: no flag --fast"],
    ["two", "b2", "x", "File not read", { tool: "Edit" }],
  ],
  {
    labels: { a1: { sig: "flag" }, a3: { sig: "rule" }, b1: { sig: "flag", rep: 1 }, b2: { sig: "read" } },
    byHand: { a1: { remedyId: "a2" } },
  },
);

it("plain retrieval says the next success after the most similar failure of an earlier session", () => {
  const { said, claims } = retrievePlainly(stream);
  expect(said).toEqual([
    {
      session: "two",
      index: 4,
      id: "b1",
      moment: "failure",
      text: "`deploy --fast app` failed: deploy: no flag --fast\n  what worked: `deploy --slow app`",
    },
  ]);
  expect(Object.keys(claims)).toEqual(["a1", "a3"]);
  expect(score(stream, retrievePlainly(stream)).met.misuse).toEqual({ part: 1, of: 1, said: 1 });
});

it("saying nothing meets nothing, and what nobody reads is not measured", () => {
  const { met, cause, prompts } = score(stream, sayNothing());
  expect(met.misuse).toEqual({ part: 0, of: 1, said: 0 });
  expect(cause.of).toBe(0);
  expect(prompts.corrections).toBe(0);
});
