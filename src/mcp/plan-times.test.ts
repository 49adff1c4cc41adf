import { expect, it } from "vitest";
import { PlanTimes } from "./plan-times.js";

it("knows when a task began that was planned without its id, in its own project only", () => {
  const plans = new PlanTimes();
  expect(plans.startOf("/one", "bd-1")).toBeUndefined();
  plans.note("/one", undefined, 1_000);
  plans.note("/one", undefined, 2_000);
  expect(plans.startOf("/one", "bd-1")).toBe("1970-01-01T00:00:02.000Z");
  expect(plans.startOf("/two", "bd-1")).toBeUndefined();
});

it("leaves a task to the log that was planned by its id", () => {
  const plans = new PlanTimes();
  plans.note("/one", undefined, 1_000);
  plans.note("/one", "bd-1", 2_000);
  expect(plans.startOf("/one", "bd-1")).toBeUndefined();
  expect(plans.startOf("/one", "bd-2")).toBe("1970-01-01T00:00:01.000Z");
});

it("forgets the oldest of very many", () => {
  const plans = new PlanTimes();
  plans.note("/one", undefined, 1_000);
  for (let count = 0; count <= 1_000; count += 1) plans.note("/one", `bd-${count}`, 2_000);
  expect(plans.startOf("/one", "bd-0")).toBeDefined();
  expect(plans.startOf("/one", "bd-1")).toBeUndefined();
});
