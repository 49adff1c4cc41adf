import { expect, it } from "vitest";
import { begin, openTrial } from "../../../tests/support/trials.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";

it("a brief without the lesson that chance holds out of a session counts only the tokens that it has", async () => {
  const { ws } = await openTrial(["evidence.share=0.5"]);
  const briefs = [];
  for (let n = 0; n < 10; n += 1) briefs.push(await begin(ws, `s-${n}`));
  const isEmpty = briefs.map(({ text }) => text === "");
  expect(isEmpty).toContain(true);
  expect(isEmpty).toContain(false);
  expect(briefs.map(({ tokens }) => tokens)).toEqual(briefs.map(({ text }) => estimateTokens(text)));
});
