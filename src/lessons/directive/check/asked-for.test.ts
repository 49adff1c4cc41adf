import { describe, expect, it } from "vitest";
import { checkMatchers } from "../predicate/check-matchers.js";
import { askedFor } from "./asked-for.js";
import { parseCheck } from "./check.js";

const forced = { never: { run: "git push --force" } };
const toMain = { never: { run: "git push", branch: ["main"] } };
const generated = { never: { write: "src/generated/**" } };

describe("what a person asks for", () => {
  it.each([
    [forced, "The branch is mine. Just git push --force it.", "Just git push --force it."],
    [forced, "now do a git push with force please", "now do a git push with force please"],
    [forced, "git push it", undefined],
    [forced, "never git push --force here", undefined],
    [forced, "Why did you git push --force?", undefined],
    [forced, "Could you git push --force?", "Could you git push --force?"],
    [forced, "The log says:\n```\ngit push --force\n```\nFind out why.", undefined],
    [toMain, "git push to main", "git push to main"],
    [toMain, "git push the topic", undefined],
    [{ never: { run: "npm" }, instead: "pnpm" }, "use npm here", "use npm here"],
    [{ never: { run: "npm" }, instead: "pnpm" }, "the npm page looks odd", undefined],
    [generated, "Fix src/generated/a.ts by hand.", "Fix src/generated/a.ts by hand."],
    [generated, "Fix src/a.ts.", undefined],
    [{ never: { text: "console.log" } }, "add a console.log", undefined],
    [{ before: { run: "git commit" }, ran: "npm test" }, "git commit", undefined],
    [{ commit: { like: "conventional" } }, "git commit it as wip", undefined],
  ])("%j sees in %j: %j", (check, prompt, sentence) => {
    expect(askedFor(parseCheck(check), prompt, checkMatchers())).toBe(sentence);
  });
});
