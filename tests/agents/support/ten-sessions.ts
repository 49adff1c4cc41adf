import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Step } from "../../support/scripted-model/step.js";
import { type AgentDriver, done, startAgent } from "./agent-driver.js";
import type { LearningProject } from "./learning-project.js";

const sessions = 10;

/**
 * Ten sessions of mixed work, each with the same mistakes: what the eleventh is told at its start, and what
 * it is spared.
 */
export function tenSessionCases(driver: AgentDriver): void {
  it(`${driver.host} tells the eleventh session what ten sessions taught, and nothing else`, async () => {
    const { project, script, run, asked } = await startAgent(driver);
    fillProject(project.project);
    driver.addServer(project, "tracker", [process.execPath, trackerServer]);
    for (let session = 1; session <= sessions; session += 1) {
      script.main = workOf(driver, session);
      expect((await run()).said).toContain("All done.");
      if (session < sessions) asked();
    }
    script.main = workOf(driver, sessions + 1);
    asked();
    await run();
    expectStart(asked()[0] ?? "");
    expectMoments(project, driver);
    script.main = [done];
    await run("Write a poem about the sea.");
    expect(asked()[0]).toContain("poem about the sea");
  });
}

const trackerServer = join(import.meta.dirname, "tracker-server.mjs");

/** Red and green, a script that is missing, a wrong package manager, a traceback, an expired token. */
function workOf(driver: AgentDriver, session: number): readonly Step[] {
  const { shell } = driver;
  return [
    shell(`echo ${session} > wanted.txt; node check.mjs`),
    shell(`echo ${session} > value.txt; node check.mjs`),
    shell("npm run lint:all"),
    shell("npm run lint"),
    shell("pnpm run build"),
    shell("npm run build"),
    shell("./tools/python3 report.py"),
    driver.callServer("tracker", "list_issues"),
    done,
  ];
}

function expectStart(request: string): void {
  expect(request).toContain("lint:all");
  expect(request).toContain("npm run lint");
  expect(request).toContain("pnpm");
  for (const work of ["AssertionError", "Traceback", "KNOWLEDGE_APPLIED"])
    expect(request).not.toContain(work);
}

/**
 * Said at the first failure that an earlier session knew, then before it happens: at the start, or at the
 * first prompt where the agent reports no start; and where the call is made all the same, it is stopped once.
 * Never twice to one session at one moment.
 */
function expectMoments(project: LearningProject, { startsAtOnce = false }: AgentDriver): void {
  const exposed = project.events("lesson-exposed") as readonly Record<string, unknown>[];
  const heard = exposed.map(({ run, data }) => `${run} ${Object(data).lesson} ${Object(data).moment}`);
  expect(new Set(heard).size).toBe(heard.length);
  const moments = new Set(exposed.map(({ data }) => Object(data).moment));
  const early = startsAtOnce ? ["prompt", "start"].filter((each) => moments.has(each)) : [];
  const first = early.length > 0 ? early : [moments.has("start") ? "start" : "prompt"];
  expect([...moments].sort()).toEqual(["call", "failure", ...first]);
}

function fillProject(folder: string): void {
  const scripts = { lint: "node -e 0", build: "node -e 0" };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "tools"));
  write("package.json", JSON.stringify({ name: "shop", version: "1.0.0", private: true, scripts }));
  write("check.mjs", check);
  write("tools/python3", traceback);
  chmodSync(join(folder, "tools/python3"), 0o755);
}

const check = `import assert from "node:assert";
import { existsSync, readFileSync } from "node:fs";
const read = (name) => (existsSync(name) ? readFileSync(name, "utf8") : "");
assert.equal(read("value.txt"), read("wanted.txt"));
console.log("1 passed");
`;

const traceback = `#!/bin/sh
cat >&2 <<'END'
Traceback (most recent call last):
  File "report.py", line 3, in <module>
    main()
  File "report.py", line 9, in main
    raise ValueError("no rows for this month")
ValueError: no rows for this month
END
exit 1
`;
