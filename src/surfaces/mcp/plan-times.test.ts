import { expect, it } from "vitest";
import { PlanTimes } from "./plan-times.js";

it("a task that was planned without its id began with the last such plan of its project", () => {
  const plans = new PlanTimes();
  expect(plans.startOf("/one", "bd-1")).toBeUndefined();
  plans.note("/one", undefined, 1_000);
  plans.note("/one", undefined, 2_000);
  expect(plans.startOf("/one", "bd-1")).toBe("1970-01-01T00:00:02.000Z");
  expect(plans.startOf("/two", "bd-1")).toBeUndefined();
});

it("a task that was planned by its id has no time here, since the log has it", () => {
  const plans = new PlanTimes();
  plans.note("/one", undefined, 1_000);
  plans.note("/one", "bd-1", 2_000);
  expect(plans.startOf("/one", "bd-1")).toBeUndefined();
  expect(plans.startOf("/one", "bd-2")).toBe("1970-01-01T00:00:01.000Z");
});

it("PlanTimes forgets the oldest of more than a thousand tasks", () => {
  const plans = new PlanTimes();
  plans.note("/one", undefined, 1_000);
  for (let count = 0; count <= 1_000; count += 1) plans.note("/one", `bd-${count}`, 2_000);
  expect(plans.startOf("/one", "bd-0")).toBeDefined();
  expect(plans.startOf("/one", "bd-1")).toBeUndefined();
});
