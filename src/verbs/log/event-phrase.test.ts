import { expect, it } from "vitest";
import { eventPhrase } from "./event-phrase.js";

const draw = (shown: boolean, failed: boolean) => ({ lesson: "l", shown, failed });

it.each([
  ["lesson-proposed", { text: "Run the tests\nfirst", category: "x" }, "Run the tests first"],
  ["outcome-recorded", { result: "failure", errorCount: 1 }, "failure"],
  ["gate-evaluated", { phase: "build", passed: false }, "build: stayed closed"],
  ["policy-relaxed", { adapter: "deploy", reason: "renewed" }, "deploy: renewed"],
  [
    "trial-session-ended",
    { draws: [draw(true, false), draw(false, true)] },
    "1 lesson shown; 1 lesson held out, came back",
  ],
  ["trial-session-ended", { draws: [draw(true, true), draw(true, false)] }, "2 lessons shown, 1 came back"],
  ["project-shared", { shares: 3 }, ""],
])("%s is told as a phrase", (type, data, phrase) => {
  expect(eventPhrase(type, data)).toBe(phrase);
});
