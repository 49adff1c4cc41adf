import { describe, expect, it } from "vitest";
import { type AgentDriver, addDirective, done, startAgent } from "./agent-driver.js";
import { addScripts, knownBefore } from "./known-failure.js";

/** What every agent does with us when all is well. */
export function loopCases(driver: AgentDriver): void {
  describe(`${driver.host} with Whetstone`, () => {
    it("what one session learns is said at the same failure of the next", async () => {
      const { project, script, run, asked } = await startAgent(driver);
      addScripts(project);
      script.main = [driver.shell("npm run lnt"), driver.shell("npm run lint"), done];
      expect((await run()).said).toContain("All done.");
      expect(project.events("outcome-recorded").map(({ data }) => data)).toMatchObject([
        { result: "success", errorCount: 1 },
      ]);
      expect(asked().join("\n")).not.toContain(knownBefore);
      await run();
      const last = asked().at(-1);
      expect(last).toContain(knownBefore);
      expect(last).toContain("what worked once: `npm run lint`");
    });

    it("an enforced lesson blocks a tool call, and the model sees the reason and is told to ask its person", async () => {
      const { project, script, run, asked } = await startAgent(driver);
      const forbid = ["--forbid", "Bash(npm publish)", "--enforce"];
      addDirective(project, "Never publish from a task", "--roles", "coder", ...forbid);
      script.main = [driver.shell("npm publish --dry-run"), done];
      expect((await run()).said).toContain("All done.");
      const [, told] = asked();
      expect(told).toContain("Never publish from a task (");
      expect(told).toContain("ask the person you work for");
      expect(told).not.toContain("whetstone lessons set");
      expect(project.events("reflection-recorded")).toEqual([]);
    });

    it("an acknowledgement counts for what was shown, and not for what was not", async () => {
      const { project, script, run } = await startAgent(driver);
      const lesson = addDirective(
        project,
        "Name the file that you changed in your answer",
        "--roles",
        "coder",
      );
      const forged = addDirective(project, "Draw a picture of the change", "--roles", "painter");
      script.main = [{ text: `All done.\n\nKNOWLEDGE_APPLIED:${lesson}\nKNOWLEDGE_APPLIED:${forged}` }];
      await run();
      expect(project.events("receipt-recorded").map(({ data }) => data)).toMatchObject([
        { lesson, kind: "applied" },
      ]);
      expect(project.events("output-read").map(({ data }) => data)).toMatchObject([{ spoofed: [forged] }]);
    });

    it("an agent gets the brief of its own role, acknowledges it, and what it noticed reaches the next one", async () => {
      const { project, script, run, asked, askedByAgent } = await startAgent(driver);
      const forAgent = addDirective(project, "Look for missing tests first", "--roles", driver.role);
      const forCoder = addDirective(project, "Write the test before the code", "--roles", "coder");
      script.main = [...driver.delegate("SUBTASK"), done];
      const verdict = `DIRECTIVE_COMPLIANCE\nVERIFIED:${forCoder} evidence=src/a.test.ts:1`;
      script.agent = [{ text: `${noticed}\n\n${verdict}\n\nKNOWLEDGE_APPLIED:${forAgent}` }];
      await run();
      const [brief] = askedByAgent();
      expect(brief).toContain("Look for missing tests first");
      // A reviewer is told the rule of the others too, to verify it.
      const rulesOfOthers = brief?.split("DIRECTIVES TO VERIFY")[1] ?? "";
      expect(rulesOfOthers.includes("Write the test before the code")).toBe(driver.role === "reviewer");
      expect(brief?.split("DIRECTIVES TO VERIFY")[0]).not.toContain("Write the test before the code");
      expect(brief).not.toContain(pattern);
      const receipts = project.events("receipt-recorded").map(({ data }) => data);
      expect(receipts).toContainEqual(
        expect.objectContaining({ lesson: forAgent, kind: "applied", role: driver.role }),
      );
      const verified = expect.objectContaining({ lesson: forCoder, kind: "verified", source: "reviewer" });
      if (driver.role === "reviewer") expect(receipts).toContainEqual(verified);
      else expect(receipts).not.toContainEqual(verified);
      asked();
      await run();
      expect(askedByAgent()[0]).toContain(pattern);
    });

    it("the agent works by what init wrote into the project, and is offered our tools", async () => {
      const { project, script, run, asked } = await startAgent(driver, { plugin: false });
      expect(project.whetstone("init", `--${driver.host}`, "--yes")).toMatchObject({
        written: true,
        agents: [{ agent: driver.host, verified: true }],
        mcp: { verified: true },
      });
      addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
      const tools = ["plan_prompt", "record_outcome", "complete"].map((tool) => driver.toolName(tool));
      script.waitsFor = tools;
      await run();
      const requests = asked();
      expect(requests[0]).toContain("Name the file that you changed in your answer");
      expect(tools.filter((tool) => requests.at(-1)?.includes(tool) !== true)).toEqual([]);
      const { checks } = project.whetstone("doctor") as unknown as {
        checks: { name: string; state: string }[];
      };
      expect(checks.find(({ name }) => name === "agents")).toMatchObject({ state: "ok" });
    });
  });
}

const pattern = "Upload handlers must always check the size of a request body before they read it.";
const noticed = `## Accumulated Patterns\n\n- ${pattern}`;
