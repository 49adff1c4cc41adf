import { describe, expect, it } from "vitest";
import { formerDatabase } from "../../tests/support/former-database.js";
import { hostSession } from "../../tests/support/host-session.js";
import { openInTemp } from "../../tests/support/whetstone.js";
import { claudeCodeHost } from "./claude-code/host.js";

const enforced = [["lesson-proposed", { priority: "high", enforcement: "enforce" }]] as const;
const told = /before the first release.*node scripts\/from-0\.1\.0\.mjs/;

describe("a project whose database is of a build before the first release", () => {
  it("every verb that a person looks at says so, with the next step", async () => {
    const ws = await openInTemp();
    const former = await formerDatabase(ws.place.data);
    const refusal = { code: "older_format", next: expect.stringContaining(former) };
    for (const look of [ws.status, ws.today, ws.report, ws.lessons.list, ws.metrics])
      await expect(look({})).rejects.toMatchObject(refusal);
    await expect(ws.lessons.add({ text: "Sort imports by their package" })).rejects.toMatchObject(refusal);
    const { healthy, checks } = await ws.doctor();
    expect(healthy).toBe(false);
    expect(checks.find(({ name }) => name === "store")).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("before the first release"),
      next: expect.stringContaining(`node scripts/from-0.1.0.mjs ${former}`),
    });
  });

  it.each([true, false])(
    "check-tool denies while a rule may be in force there (failOpen %s)",
    async (failOpen) => {
      const ws = await openInTemp();
      await formerDatabase(ws.place.data, enforced);
      expect(await ws.checkTool({ tool: "Bash", command: "ls", failOpen })).toMatchObject({
        decision: "deny",
        reason: expect.stringMatching(told),
        closed: true,
      });
    },
  );

  it.each([true, false])(
    "check-tool allows where nothing was in force, and says why (failOpen %s)",
    async (failOpen) => {
      const ws = await openInTemp();
      await formerDatabase(ws.place.data);
      expect(await ws.checkTool({ tool: "Bash", command: "ls", failOpen })).toMatchObject({
        decision: "allow",
        failed: { code: "older_format", reason: expect.stringMatching(told) },
      });
    },
  );

  it.each([
    ["may be in force", enforced, "deny"],
    ["was in force", [], undefined],
  ] as const)("hooks tell the person, and deny where a rule %s", async (_what, events, decision) => {
    const { ws, send } = await hostSession<Record<string, object>>(claudeCodeHost(), "claude-code");
    await formerDatabase(ws.place.data, events);
    const said = async (name: string) => JSON.stringify((await send(name)) ?? {});
    expect(await said("session-start")).toMatch(told);
    expect(await said("user-prompt-submit")).toMatch(told);
    const answer = (await send("pre-tool-use.bash"))?.hookSpecificOutput;
    expect(answer ?? {}).toEqual(
      decision === undefined
        ? {}
        : expect.objectContaining({
            permissionDecision: decision,
            permissionDecisionReason: expect.stringMatching(told),
          }),
    );
  });
});
