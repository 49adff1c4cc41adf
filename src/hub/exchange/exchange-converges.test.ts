import * as fc from "fast-check";
import { it } from "vitest";
import { history, play } from "../../../tests/support/converging-machines.js";

it("machines that record, crash, lose answers and send twice end with the same rows, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(history(24, 4), (acts) => play(acts, 4)),
    { numRuns: 40 },
  );
});

it("twenty machines end with the same rows, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(history(160, 20), (acts) => play(acts, 20)),
    { numRuns: 2, endOnFailure: true },
  );
});
