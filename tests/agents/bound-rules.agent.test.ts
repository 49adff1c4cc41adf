import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { openWhetstone } from "../../src/index.js";
import { type AgentDriver, done, startAgent } from "./support/agent-driver.js";
import { type Act, asked, atEnd, type BoundRule, boundForms, day, warned } from "./support/bound-forms.js";
import { claude } from "./support/claude-driver.js";
import { codex } from "./support/codex-driver.js";
import { copilot } from "./support/copilot-driver.js";
import { gemini } from "./support/gemini-driver.js";
import { installAgent } from "./support/install-agent.js";
import type { LearningProject } from "./support/learning-project.js";
import { opencode } from "./support/opencode-driver.js";

const rules: readonly BoundRule[] = [...boundForms, warned, asked, atEnd];
const agents = [claude, codex, copilot, gemini, opencode];
const subjects = ["feat: add it", "feat: add it", "docs: say why nobody may npm publish"];

beforeAll(() => {
  for (const { program } of agents) installAgent(program);
});

it.each(agents)(
  "in $host a rule of each form stops what breaks it, with the text that shows the way out, and nothing of a day of work",
  async (driver) => {
    const { project, script, run, results, asked: requests } = await startAgent(driver);
    await bindAll(project);
    const course = courseIn(driver, project);
    script.main = [...course.map(({ step }) => step), done];
    expect((await run()).said).toContain("All done.");

    const read = results().map(withoutTimes);
    expect(read).toHaveLength(course.length);
    expect(course.map(({ told }, at) => (told === undefined ? told : read[at]))).toEqual(
      course.map(({ told }) => told),
    );
    const whole = withoutTimes(requests().at(-1) ?? "");
    expect(whole).toContain(inJson(toldOf(warned)));
    expect(whole.includes(inJson(toldOf(atEnd)))).toBe(driver.holdsTurns);

    const denied = Array(boundForms.length).fill("denied");
    const guarded = project.events("call-guarded").map(({ data }) => Object(data).decision);
    expect(guarded).toEqual([...denied, "warned", "asked", ...(driver.holdsTurns ? ["denied"] : [])]);
    for (const act of [...day, ...boundForms.flatMap(({ kept }) => kept), warned.act])
      if (typeof act !== "string") expect(existsSync(join(project.project, act.file)), act.file).toBe(true);
    expect(gitIn(project, "log", "--format=%s").trim().split("\n")).toEqual(subjects);
  },
);

/** A project whose AGENTS.md states a rule of each form, each made binding by a person. */
async function bindAll(place: LearningProject): Promise<void> {
  const { project, env } = place;
  const put = (file: string, text: string) => writeFileSync(join(project, file), text);
  put("AGENTS.md", rules.map(({ rule }) => `- ${rule}\n`).join(""));
  const scripts = { lint: "node -e 0", test: "node -e 0" };
  put("package.json", JSON.stringify({ name: "shop", version: "1.0.0", scripts }));
  put(".npmrc", "update-notifier=false\n");
  mkdirSync(join(project, "src"));
  gitIn(place, "config", "user.name", "kim");
  gitIn(place, "config", "user.email", "kim@example.com");
  const replay = { applied: 0, broken: 0, sessions: 0, looked: 0 };
  const ws = await openWhetstone({ root: project, env, origin: "human" });
  for (const [at, { rule: text, check: form, onBreach }] of rules.entries()) {
    const stated = { file: "AGENTS.md", line: at + 1, text, check: JSON.stringify(form) };
    await ws.rules.bind({ ...stated, ...(onBreach === undefined ? {} : { onBreach }), replay });
  }
  await ws.close();
}

/** The turns of the model, and what it reads of each that is stopped. */
function courseIn(driver: AgentDriver, project: LearningProject) {
  const stepOf = (act: Act) =>
    typeof act === "string" ? driver.shell(act) : driver.write(project, act.file, act.text);
  const goesOn = (act: Act) => ({ step: stepOf(act), told: undefined });
  const stopped = (act: Act, text: string, decision: "deny" | "ask") => {
    const step = stepOf(act);
    return { step, told: driver.refused(text, step, decision) };
  };
  return [
    ...day.map(goesOn),
    ...boundForms.flatMap((form) => [
      stopped(form.broken, `Blocked by a lesson of this project: ${toldOf(form)}`, "deny"),
      ...form.kept.map(goesOn),
    ]),
    goesOn(warned.act),
    stopped(asked.act, `A person has to decide. ${toldOf(asked)}`, "ask"),
  ];
}

/** What an agent reads of a rule, from its file to the way out. */
function toldOf({ rule, told }: BoundRule): string {
  const line = rules.findIndex((each) => each.rule === rule) + 1;
  return `AGENTS.md:${line}: "${rule.replace(/\.$/, "")}"${told}`;
}

function withoutTimes(text: string): string {
  return text.replace(/\b\d\d:\d\d UTC/g, "HH:MM UTC");
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function gitIn({ project, env }: LearningProject, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: project, env, encoding: "utf8" });
}
