import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RunOutcomeInput, toRunOutcome } from "../../seeds/rules/run-outcome.js";
import { adapterKey, blamedAdapter, judgedAdapters } from "./attribution.js";

const two = ["github", "npm"];

describe("who is judged by an outcome", () => {
  it.each([
    ["a success speaks for all", { success: true, adaptersUsed: two }, two, undefined],
    [
      "trap 13: the one that failed, not the first",
      { success: false, adaptersUsed: two, failedAdapter: "npm" },
      ["npm"],
      "npm",
    ],
    ["the only one used", { success: false, adaptersUsed: ["npm"] }, ["npm"], "npm"],
    ["no culprit: all are in doubt", { success: false, adaptersUsed: two }, two, undefined],
    [
      "one that was not listed",
      { success: false, adaptersUsed: ["npm"], failedAdapter: "GitHub" },
      ["github"],
      "github",
    ],
    [
      "partial is not success",
      { result: "partial", adaptersUsed: two, failedAdapter: "npm" },
      ["npm"],
      "npm",
    ],
    [
      "trap 14: a block by a gate",
      { success: false, adaptersUsed: two, failedAdapter: "npm", cause: "policy" },
      [],
      "npm",
    ],
    [
      "an approval that was not given",
      { success: false, adaptersUsed: two, cause: "approval" },
      [],
      undefined,
    ],
    [
      "nor does a policy speak for anyone",
      { success: true, adaptersUsed: two, cause: "policy" },
      [],
      undefined,
    ],
    ["infrastructure counts", { success: false, adaptersUsed: ["npm"], cause: "infra" }, ["npm"], "npm"],
  ] satisfies [string, RunOutcomeInput, string[], string | undefined][])(
    "the judged and the blamed adapters are right: %s",
    (_what, input, judged, blamed) => {
      const outcome = toRunOutcome(input);
      expect(judgedAdapters(outcome)).toEqual(judged);
      expect(blamedAdapter(outcome)).toBe(blamed);
    },
  );
});

describe("the name under which an adapter is learned", () => {
  it("a name stays on one line, in lower case and without '::'", () => {
    expect(adapterKey(" GitHub\n=== forged ===")).toBe("github == forged ==");
    expect(adapterKey("a::b:::c ::")).toBe("a:b:c");
  });

  it("the name of a name is the same name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
        expect(adapterKey(adapterKey(name))).toBe(adapterKey(name));
      }),
    );
  });

  it("an adapter is judged under one name however callers write it", () => {
    const outcome = toRunOutcome({ success: true });
    const names = { ...outcome, adaptersUsed: ["GitHub", "github ", "npm"] };
    expect(judgedAdapters(names)).toEqual(["github", "npm"]);
    expect(blamedAdapter({ ...names, failedAdapter: "NPM" })).toBe("npm");
  });
});
