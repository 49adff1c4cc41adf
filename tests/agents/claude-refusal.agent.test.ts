import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { startScriptedModel } from "../support/scripted-model/start.js";
import { done, prompt } from "./support/agent-driver.js";
import { claude } from "./support/claude-driver.js";
import { installAgent } from "./support/install-agent.js";
import { type LearningProject, learningProject, pluginFolder } from "./support/learning-project.js";

beforeAll(() => void installAgent("claude"));

const reason = "never push directly to main, always open a pull request";

/** A person who has used Claude Code before, and trusts this folder. */
function knownPerson({ home, project }: LearningProject): void {
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  const settings = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: ["scripted"], rejected: [] },
    projects: { [project]: trusted },
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(settings));
}

/**
 * Types each answer a moment after the screen shows what it answers, and leaves when the last is due. The
 * screen is drawn by moving the cursor, so that blanks between words may be missing.
 */
function atTerminal(
  { project, env }: LearningProject,
  url: string,
  answers: readonly (readonly [shown: RegExp, keys: string])[],
): Promise<void> {
  const claudeAt = `claude --permission-mode default --plugin-dir ${pluginFolder}`;
  const child = spawn("script", ["-qec", `stty rows 50 cols 160; ${claudeAt}`, "/dev/null"], {
    cwd: project,
    env: {
      ...env,
      TERM: "xterm",
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "scripted",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
    timeout: 1_200_000,
  });
  const left = [...answers];
  let fresh = "";
  return new Promise((finished) => {
    child.stdout.on("data", (chunk) => {
      fresh += stripVTControlCharacters(String(chunk));
      const [shown, keys] = left[0] ?? [/$^/, ""];
      if (!shown.test(fresh)) return;
      left.shift();
      fresh = "";
      setTimeout(() => (left.length === 0 ? child.kill() : child.stdin.write(keys)), 1_000);
    });
    child.on("close", () => finished());
  });
}

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
