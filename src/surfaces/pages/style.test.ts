import { expect, it } from "vitest";
import { evidenceStyle } from "./evidence/evidence-style.js";
import { frameStyle } from "./frame-style.js";
import { healthStyle } from "./health/health-style.js";
import { lessonsStyle } from "./lessons/lessons-style.js";
import { logStyle } from "./log/log-style.js";
import { partsStyle } from "./parts/parts-style.js";
import { policyStyle } from "./policy/policy-style.js";
import { sessionsStyle } from "./sessions/sessions-style.js";
import { todayStyle } from "./today/today-style.js";

const styles = {
  frameStyle,
  partsStyle,
  todayStyle,
  lessonsStyle,
  sessionsStyle,
  evidenceStyle,
  policyStyle,
  logStyle,
  healthStyle,
};

/** The classes that a style gives a look by themselves: the first of each selector. */
function ownClasses(style: string): readonly string[] {
  const selectors = style.replace(/@media[^{]*\{/g, "").match(/[^{}]+(?=\{)/g) ?? [];
  const first = selectors
    .flatMap((each) => each.split(","))
    .map((each) => /^[\s]*\.([\w-]+)/.exec(each)?.[1]);
  return [...new Set(first.filter((each) => each !== undefined))];
}

it("a class is given its look in one style alone, since all of them hold on every view", () => {
  const owners = Object.entries(styles).flatMap(([name, style]) =>
    ownClasses(style).map((each) => [each, name] as const),
  );
  const shared = owners.filter(([each, name]) =>
    owners.some(([other, owner]) => other === each && owner !== name),
  );
  expect(owners.length).toBeGreaterThan(50);
  expect(shared).toEqual([]);
});
