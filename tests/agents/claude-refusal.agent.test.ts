import { beforeAll, expect, it } from "vitest";
import { startScriptedModel } from "../support/scripted-model/start.js";
import { done, prompt } from "./support/agent-driver.js";
import { claude } from "./support/claude-driver.js";
import { atTerminal, knownPerson } from "./support/claude-terminal.js";
import { installAgent } from "./support/install-agent.js";
import { learningProject } from "./support/learning-project.js";

beforeAll(() => void installAgent("claude"));

const reason = "never push directly to main, always open a pull request";

it("the reason for which a person refuses a call is heard, and waits for that person", async () => {
  const project = learningProject(claude.program);
  knownPerson(project);
  const model = await startScriptedModel(({ turn }) =>
    turn === 0 ? claude.shell("git push origin main") : done,
  );
  await atTerminal(project, model.url, [
    [/shortcuts/, prompt],
    [/do-the-task/, "\r"],
    // The last choice is "No"; Tab adds a reason to it.
    [/Do\s*you\s*want\s*to\s*proceed/, "\u001b[B\u001b[B\u001b[B"],
    [/No/, "\t"],
    [/./, reason],
    [/pull\s*request/, "\r"],
    [/All\s*done/, "\u0003"],
  ]);
  expect(project.events("correction-heard")).toMatchObject([
    { data: { text: reason, kind: "refusal", interactive: true, call: expect.stringContaining("git push") } },
  ]);
});
