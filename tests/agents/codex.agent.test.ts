import { beforeAll, expect, it } from "vitest";
import { startScriptedModel } from "../support/scripted-model/start.js";
import { addDirective, done, prompt, startAgent } from "./support/agent-driver.js";
import { codex, patchThatAdds, runCodex, setUpCodex } from "./support/codex-driver.js";
import { faultCases } from "./support/fault-cases.js";
import { installAgent } from "./support/install-agent.js";
import { learningProject } from "./support/learning-project.js";
import { loopCases } from "./support/loop-cases.js";
import { recordingCases } from "./support/recording-cases.js";
import { tenSessionCases } from "./support/ten-sessions.js";
import { verdictCases } from "./support/verdict-cases.js";

beforeAll(() => void installAgent("codex"));

tenSessionCases(codex);
verdictCases(codex);

loopCases(codex);
faultCases(codex);

const patchOf = (file: string) => codex.shell(patchThatAdds(file, "hi\n"));

recordingCases(codex, {
  main: () => [
    codex.shell("echo hello"),
    codex.shell("frobnicate --now"),
    patchOf("a.txt"),
    { tools: [{ name: "search_lessons", namespace: "mcp__whetstone", input: { query: "a" } }] },
    ...codex.delegate("SUBTASK"),
    done,
  ],
  agent: [codex.shell("echo sub"), done],
  elsewhere: {},
});

it("a patch of files that a lesson protects is blocked", async () => {
  const { project, script, run, asked } = await startAgent(codex);
  const forbid = ["--forbid", "Edit(generated/**)", "--enforce"];
  addDirective(project, "Never edit generated files by hand", "--roles", "coder", ...forbid);
  script.main = [patchOf("generated/a.txt"), done];
  await run();
  expect(asked()[1]).toContain("Never edit generated files by hand (");
});

it("Codex runs no hook that was not trusted", async () => {
  const project = learningProject("codex");
  const model = await startScriptedModel("All done.");
  const env = setUpCodex(project, model, true);
  addDirective(project, "Name the file that you changed in your answer", "--roles", "coder");
  await runCodex(project, env, prompt, []);
  expect(JSON.stringify(model.seen)).not.toContain("Name the file that you changed");
});
