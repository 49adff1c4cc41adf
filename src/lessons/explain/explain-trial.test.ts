import { expect, it } from "vitest";
import { dataOf } from "../../../tests/support/host-session.js";
import { begin, end, fail, openTrial } from "../../../tests/support/trials.js";

/** Sessions of a lesson that are shown it with this share, and what `explain` says of it. */
async function explained(share: number, sessions: number): Promise<string> {
  const { ws, lesson } = await openTrial([`evidence.share=${share}`]);
  for (let at = 0; at < sessions; at += 1) {
    await begin(ws, `s-${at}`);
    await fail(ws, `s-${at}`);
    await end(ws, `s-${at}`);
  }
  expect(await dataOf(ws, "trial-session-ended")).toHaveLength(sessions);
  return (await ws.explain({ id: lesson })).answer.join("\n");
}

it("a lesson that was not held out yet is not compared with anything", async () => {
  const said = await explained(0.999, 3);
  expect(said).toContain("Shown by chance, it came back in 3 of 3 sessions; it was held out of none yet.");
  expect(said).toContain("Verdict: not known yet");
  expect(said).not.toContain("points");
  expect(said).not.toContain("The newest");
});

it("a lesson that was only held out is not compared with anything either", async () => {
  const said = await explained(0.001, 2);
  expect(said).toContain("Held out, it came back in 2 of 2 sessions; by chance none was shown it yet.");
});

it("a lesson with both arms is said to change how often its failure comes back, with an interval", async () => {
  const said = await explained(0.5, 60);
  expect(said).toMatch(/Shown by chance, it came back in \d+ of \d+ sessions; held out, in \d+ of \d+\./);
  expect(said).toMatch(/Showing it changes how often it comes back by -\d+ to \+\d+ percentage points\./);
  expect(said).toContain("The newest 20 of its 60 sessions:");
});
