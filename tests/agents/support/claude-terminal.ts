import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type LearningProject, pluginFolder } from "./learning-project.js";

/** A person who has used Claude Code before, and trusts this folder. */
export function knownPerson({ home, project }: LearningProject): void {
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
export function atTerminal(
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
