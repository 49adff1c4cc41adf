import { describe, expect, it } from "vitest";
import { agentsOfSession, hostsWithAgents } from "../../tests/support/host-agents.js";
import { dataOf } from "../../tests/support/host-session.js";
import { renderVerdict } from "../../tests/support/render-verdict.js";

const found = [
  "## Accumulated Patterns",
  "- [J1] Retries must never run before the lock is released.",
  "- [J2] Cache keys must always contain the tenant id, or one tenant reads the data of another.",
].join("\n");
const refuting = renderVerdict({
  verdict: "PASS",
  issues: [],
  mustFix: [],
  falsePositives: [{ finding: "J2" }],
});

/** A judge of an earlier session left two insights. */
async function session(name: (typeof hostsWithAgents)[number]) {
  const agents = await agentsOfSession(name);
  await agents.begin("earlier");
  await agents.answer("earlier", "judge", found);
  await agents.end("earlier");
  return agents;
}

describe.each(hostsWithAgents)("the end of a session of %s", (name) => {
  it("the end of a session counts once for each insight that its agents were shown, and a later revert replaces it", async () => {
    const { ws, begin, start, work, end } = await session(name);
    await begin("s1");
    expect(await start("s1", "judge")).toContain("Cache keys");
    await work("s1");
    await end("s1");
    const scored = await dataOf(ws, "outcome-scored");
    expect(scored).toMatchObject([{ result: "held", lessons: [expect.any(String), expect.any(String)] }]);
    expect(await ws.outcomeScore({ run: "s1", result: "reverted" })).toMatchObject({
      instead: "held",
      lessons: scored[0]?.lessons,
    });
  });

  it("the end of a session gives no credit to what a validator refuted in the run of an agent", async () => {
    const { ws, begin, start, answer, work, end } = await session(name);
    await begin("s1");
    await start("s1", "judge");
    await answer("s1", "judge", found);
    await answer("s1", "inspector", refuting);
    await work("s1");
    await end("s1");
    expect(await dataOf(ws, "outcome-scored")).toMatchObject([{ lessons: [expect.any(String)] }]);
  });
});
