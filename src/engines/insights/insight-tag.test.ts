import { expect, it } from "vitest";
import { insightTag } from "./insight-tag.js";

const line = (changes: object) => ({
  lesson: "i-1",
  text: "any",
  role: "judge",
  category: "rule" as const,
  score: 0.424,
  successes: 1,
  ignores: 0,
  regressed: false,
  ...changes,
});

it.each([
  [{ successes: 5 }, "[5x validated]"],
  [{ successes: 2 }, "[2x validated]"],
  [{ successes: 1 }, "[score:0.42]"],
  [{ successes: 1.5 }, "[score:0.42]"],
  [{ successes: 0, score: 1.3 }, "[score:1.30]"],
  [{ successes: 1, ignores: 3 }, "[-2 net, 3x ignored]"],
  [{ successes: 7, ignores: 3 }, "[+4 net, 3x ignored]"],
  [{ successes: 3, ignores: 3 }, "[+0 net, 3x ignored]"],
  [{ successes: 2, ignores: 2.5 }, "[+0 net, 3x ignored]"],
  [{ successes: 2, ignores: 0.4 }, "[+2 net, 1x ignored]"],
  [{ successes: 4, regressed: true }, "[4x validated, regressed]"],
  [{ role: "auditor" }, "[score:0.42, via:auditor]"],
  [{ role: "JUDGE" }, "[score:0.42]"],
  [
    { successes: 4, ignores: 1, regressed: true, role: "a, 9x validated" },
    "[+3 net, 1x ignored, regressed, via:a--9x-validated]",
  ],
])("writes the record %j as %s", (changes, tag) => {
  expect(insightTag(line(changes), "judge")).toBe(tag);
});
