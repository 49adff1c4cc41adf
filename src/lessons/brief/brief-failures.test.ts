import { expect, it } from "vitest";
import { contextWith } from "../../../tests/support/context-with.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import { briefFailures } from "./brief-failures.js";

/** Of about so many tokens. */
const lineOf = (name: string, tokens: number) => {
  let text = name;
  while (estimateTokens(text) < tokens) text += " word";
  return { lesson: `pattern-${name}`, text };
};

async function shown(patterns: readonly ReturnType<typeof lineOf>[], startTokens: number) {
  const context = contextWith(() => Promise.reject(new Error("not used")));
  const settings = { ...context.ledger.config.reflection, startTokens };
  const part = await context.ledger.read((reader) =>
    briefFailures(context, reader, {
      ...{ prompt: undefined, starts: true, session: "s", heard: new Set<string>(), heldOut: [] },
      ...{ leftOut: () => undefined, budgetTokens: 10_000, settings, patterns: patterns as never },
    }),
  );
  return part.shown.map(({ lesson }) => lesson);
}

it("what is said of failing adapters has a hundred tokens of its own beside those of the start", async () => {
  expect(await shown([lineOf("npm", 95)], 0)).toEqual(["pattern-npm"]);
  expect(await shown([lineOf("npm", 110)], 0)).toEqual([]);
  expect(await shown([lineOf("npm", 110)], 20)).toEqual(["pattern-npm"]);
});

it("at most two lines are said of adapters, the first ones", async () => {
  const lines = ["npm", "git", "gh"].map((name) => lineOf(name, 3));
  expect(await shown(lines, 0)).toEqual(["pattern-npm", "pattern-git"]);
});
