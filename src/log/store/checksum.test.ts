import { expect, it } from "vitest";
import { recordedEvent } from "../../../tests/support/store-steps.js";
import { sumOf, sumOfEvent } from "./checksum.js";

it("an event has the same sum for ever: every stored log rests on it", () => {
  expect(sumOfEvent(recordedEvent(1))).toBe(3_118_308_436);
  expect(sumOfEvent(recordedEvent(2, { run: "", task: "t", key: "k" }))).toBe(3630373569);
});

it("a row has the same sum for ever", () => {
  expect(sumOf("project", "key", '{"n":1}')).toBe(3166424236);
});
