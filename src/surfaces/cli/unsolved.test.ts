import { describe, expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { claudeCodeHost } from "../../agents/claude-code/host.js";
import { hostSpeaker } from "../../verbs/call/speaker.js";
import { openProject } from "../../verbs/open/open-whetstone.js";

const command = "npm run release";
const question = "It failed in 5 sessions, and no fix is known. What should agents do?";

/** A project in which a call failed in five sessions and nothing worked. */
async function project() {
  const cwd = tempFolder();
  const env = { HOME: cwd, USER: "kim" };
  const session = async (session_id: string, payload: object) => {
    const opened = openProject({ root: cwd, env, set: ["evidence.enabled=false"] });
    const ws = opened.handle(hostSpeaker("claude-code"));
    const { body } = await claudeCodeHost().handle({ session_id, cwd, ...payload }, async () => ws);
    await opened.close();
    return JSON.stringify(body ?? "");
  };
  const fails = (name: string) =>
    session(name, {
      ...{ hook_event_name: "PostToolUseFailure", tool_name: "Bash", tool_use_id: `call-${name}` },
      ...{ tool_input: { command }, error: "Exit code 1\ndist/manifest.json is missing" },
    });
  for (const name of ["a", "b", "c", "d", "e"]) await fails(name);
  const whetstone = async (args: readonly string[], options: object = {}) =>
    commandLine(args, { cwd, env, ...options });
  return { whetstone, fails, start: (name: string) => session(name, startOf) };
}

const startOf = { hook_event_name: "SessionStart", source: "startup" };

describe("what nobody solved", () => {
  it("waits for a person in today, status, the review and once a day at the start of a session, until one line answers it", async () => {
    const { whetstone, fails, start } = await project();
    const today = (await whetstone(["today"])).stdout;
    expect(today).toContain("Needs you");
    expect(today).toContain(`${question} Answer with 'whetstone lessons review'.`);
    expect((await whetstone(["status"])).stdout).toContain("1 failure keeps coming and nothing worked");
    expect(await start("f")).toContain(`\`dist/manifest.json is missing\`. ${question}`);
    expect(await start("g")).not.toContain(question);
    const listed = (await whetstone(["lessons", "review", "--by", "kim"])).stdout;
    expect(listed).toContain(question);
    expect(listed).not.toContain("Nothing waits");
    const asked = await whetstone(["lessons", "review"], {
      tty: true,
      stdin: "xtRun npm run build first\n",
    });
    expect(asked.stderr).toContain(question);
    expect(asked.stdout).toContain("1 accepted, 0 rejected, 0 still waiting");
    expect((await whetstone(["today"])).stdout).toContain("Nothing waits for you.");
    expect((await whetstone(["lessons", "review", "--by", "kim"])).stdout).toContain("Nothing waits");
    expect(await fails("h")).toContain("Run npm run build first");
  });

  it("is not asked about again once a person dismissed it", async () => {
    const { whetstone, fails } = await project();
    await whetstone(["lessons", "review"], { tty: true, stdin: "d" });
    await fails("f");
    expect((await whetstone(["today"])).stdout).toContain("Nothing waits for you.");
  });
});
