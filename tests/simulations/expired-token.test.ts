import { expect, it } from "vitest";
import { dayMs } from "../../src/log/events/time.js";
import { movingClock } from "../support/ledger.js";
import { openInTemp, outcome } from "../support/whetstone.js";

const call = { tool: "mcp__github__create_pr", adapter: "github" };
const expired = {
  result: "failure",
  failureDetails: "HTTP 401: bad credentials",
  errorCount: 1,
} as const;

/**
 * An orchestrator opens a pull request at the end of every task, and asks before it does. After forty tasks the
 * token expires. It goes on until it has to ask; then its person renews the token and reviews the limit.
 */
it("an expired token stops the work at its third failure, says why, and is forgotten once a person renewed it", async () => {
  const clock = movingClock();
  const ws = await openInTemp({ clock: clock.read, origin: "system:pipeline" });
  const person = await openInTemp({ root: ws.folder, clock: clock.read, origin: "human", actor: "ada" });
  const decisions: string[] = [];
  const reasons: string[] = [];
  let renewedAt: number | undefined;
  for (let n = 0; n < 60; n += 1) {
    clock.advance(dayMs / 4);
    const { decision, reason } = await ws.checkTool(call);
    decisions.push(decision);
    if (decision === "ask") {
      reasons.push(reason);
      renewedAt = n;
      await person.relax({ adapter: "github", reason: "the token was renewed" });
    }
    const works = n < 40 || renewedAt !== undefined;
    await ws.record(outcome({ taskId: `bd-${n}`, adaptersUsed: ["github"], ...(works ? {} : expired) }));
    if (n === 42) {
      // Everybody is told before the next try: the planner, and who is about to use it.
      const told = "github failed by auth (3 times";
      expect((await ws.plan({ task: "Tidy the build" })).prompt).toContain(told);
      const brief = await ws.brief({
        role: "coder",
        task: "Comment on the issue",
        tools: ["mcp__github__comment"],
      });
      expect(brief.text).toContain(told);
    }
  }
  expect(renewedAt).toBe(43);
  expect(decisions.filter((decision) => decision !== "allow")).toEqual(["ask"]);
  expect(reasons[0]).toContain("auth failed 3 times");
  expect(await ws.policy({ adapter: "github" })).toMatchObject({
    reliability: 1,
    effective: { requireApproval: { value: false, setBy: "base" } },
  });
  expect((await ws.plan({ task: "Tidy the build" })).prompt).not.toContain("github failed");
  // What happened stays on record.
  expect((await ws.report()).failurePatterns).toMatchObject([{ id: "github::auth", occurrences: 3 }]);
});
