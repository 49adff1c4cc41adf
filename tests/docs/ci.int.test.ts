import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { formatHeader, logFormat } from "../../src/log/events/format.js";
import { describePostgres } from "../support/describe-postgres.js";
import { hubProcessOn, keyOn } from "../support/hub-process.js";
import { patience } from "../support/patience.js";
import { tempFolder } from "../support/temp-folder.js";

const section = /\n## CI\n([\s\S]*?)\n## /.exec(readFileSync("docs/TEAM.md", "utf8"))?.[1] ?? "";
/** The commands of the steps, as a runner hands them to a shell. */
const steps = [...section.matchAll(/^ *(?:run:|-) (npx whetstone record .*)$/gm)].map(
  ([, line]) => line ?? "",
);

describePostgres("the lines for pipelines in docs/TEAM.md", (server) => {
  it("record on a hub as they are written", async () => {
    expect(steps).toHaveLength(2);
    const database = await server().newDatabase();
    const hub = await hubProcessOn(database);
    const key = await keyOn(database, { member: "pipeline", role: "agent", kind: "ci" });
    const folder = tempFolder();
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(
      join(folder, "junit.xml"),
      '<testsuite name="cart" tests="1" failures="0" time="1"><testcase name="adds" time="1"/></testsuite>',
    );
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
    symlinkSync(resolve("dist/cli/main.cjs"), join(folder, "node_modules/.bin/whetstone"));
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      ...patience,
      WHETSTONE_HUB: hub.url,
      WHETSTONE_KEY: key,
      GITHUB_RUN_ID: "71",
      GITHUB_RUN_ATTEMPT: "1",
      CI_PIPELINE_ID: "72",
      CI_JOB_ID: "720",
    };
    for (const step of steps) {
      const child = spawn("sh", ["-ec", step], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
      expect(await once(child, "exit"), step).toEqual([0, null]);
    }
    const headers = { authorization: `Bearer ${key}`, [formatHeader]: String(logFormat) };
    const { events } = (await (await fetch(`${hub.url}/v1/projects/shop/pull`, { headers })).json()) as {
      events: { type: string; task?: string; key?: string }[];
    };
    const outcomes = events.filter(({ type }) => type === "outcome-recorded");
    expect(outcomes.map(({ task, key: once }) => [task, once])).toEqual([
      ["ci-71", "@pipeline/71-1"],
      ["ci-72", "@pipeline/720"],
    ]);
  });
});
