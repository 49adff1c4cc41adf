import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { Step } from "../support/scripted-model/step.js";
import { done, startAgent } from "./support/agent-driver.js";
import { faultCases } from "./support/fault-cases.js";
import { installAgent } from "./support/install-agent.js";
import { loopCases } from "./support/loop-cases.js";
import { manySessionsCase } from "./support/many-sessions.js";
import { opencode } from "./support/opencode-driver.js";
import { recordingCases } from "./support/recording-cases.js";
import { verdictCases } from "./support/verdict-cases.js";

beforeAll(() => void installAgent("opencode"));

manySessionsCase(opencode);
verdictCases(opencode);

loopCases(opencode);
faultCases(opencode);

const read = (filePath: string): Step => ({ tools: [{ name: "read", input: { filePath } }] });

recordingCases(opencode, {
  main: ({ project }) => [
    opencode.shell("npm publish --dry-run"),
    opencode.shell("echo hello"),
    opencode.shell("echo oops >&2; exit 3"),
    read(join(project, "does-not-exist.txt")),
    {
      text: "Let me write it.",
      tools: [{ name: "write", input: { filePath: join(project, "a.txt"), content: "hi\n" } }],
    },
    ...opencode.delegate("SUBTASK"),
    done,
  ],
  agent: [opencode.shell("echo sub"), done],
  elsewhere: {},
  forbid: "Bash(npm publish)",
});

it("Whetstone learns from tools that throw, for which OpenCode calls no hook", async () => {
  const { project, script, run } = await startAgent(opencode);
  script.main = [read("settings/missing.yml"), read("settings/missing.yml"), done];
  await run();
  expect(project.events("reflection-recorded").map(({ data }) => data)).toMatchObject([
    { tool: "Read", result: "failure" },
    { tool: "Read", result: "failure" },
  ]);
});
