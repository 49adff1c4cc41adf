import { expect, it } from "vitest";
import { AdapterRetries } from "./adapter-retries.js";

const github = { adapter: "github", input: "{}" } as const;

it("failures of a service count for every call of it, until one works", () => {
  const retries = new AdapterRetries();
  retries.note({ ...github, input: "{1}", failed: "network" });
  retries.note({ ...github, input: "{2}", failed: null });
  expect([retries.before("github", "{3}"), retries.before("jira", "{3}")]).toEqual([2, 0]);
  retries.note({ ...github, failed: undefined });
  expect(retries.before("github", "{3}")).toBe(0);
});

it("a call with corrected arguments is no retry, and the same wrong call is", () => {
  const retries = new AdapterRetries();
  for (const input of ["{a}", "{b}", "{c}", "{c}"]) retries.note({ ...github, input, failed: "validation" });
  expect([retries.before("github", "{d}"), retries.before("github", "{c}")]).toEqual([0, 2]);
});
