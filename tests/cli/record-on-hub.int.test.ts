import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { whetstone } from "../support/child.js";
import { describePostgres } from "../support/describe-postgres.js";
import { inForm } from "../support/hub.js";
import { hubProcessOn, keyOn } from "../support/hub-process.js";
import { tempFolder } from "../support/temp-folder.js";

const junit = `<?xml version="1.0"?>
<testsuite name="cart" tests="2" failures="1" time="1.5">
  <testcase classname="cart" name="adds" time="0.5"/>
  <testcase classname="cart" name="removes" time="1.0"><failure message="expected 0, got 1">at cart.test.ts:7</failure></testcase>
</testsuite>
`;

function pipelineFolder(): string {
  const cwd = tempFolder();
  writeFileSync(join(cwd, "junit.xml"), junit);
  return cwd;
}

async function pull(url: string, key: string) {
  const response = await fetch(`${url}/v1/projects/shop/pull`, {
    headers: { authorization: `Bearer ${key}`, ...inForm },
  });
  return ((await response.json()) as { events: { type: string; actor: string; origin: string }[] }).events;
}

describePostgres("record in a pipeline with a key for a hub", (server) => {
  it("record with a key for a hub reads the report there and records it on the hub, and leaves nothing on the machine", async () => {
    const database = await server().newDatabase();
    const [hub, person] = [await hubProcessOn(database), await keyOn(database)];
    const key = await keyOn(database, { member: "pipeline", role: "agent", kind: "ci" });
    const cwd = pipelineFolder();
    const env = { WHETSTONE_HUB: hub.url, WHETSTONE_KEY: key };
    const record = ["record", "junit.xml", "--task-id", "job-1", "--key", "job-1"];
    const { code, stdout, stderr } = await whetstone(record, { cwd, env });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("errors recorded: 1");
    const again = await whetstone([...record, "--json"], { cwd, env });
    expect(JSON.parse(again.stdout)).toMatchObject({ replayed: true });
    const events = await pull(hub.url, person);
    const recorded = events.filter(({ type }) => type === "outcome-recorded" || type === "error-recorded");
    expect(recorded.map(({ type }) => type)).toEqual(["error-recorded", "outcome-recorded"]);
    expect(recorded.map(({ actor, origin }) => [actor, origin])).toEqual(
      Array(2).fill(["pipeline", "tool:pipeline"]),
    );
    expect(readdirSync(cwd)).toEqual(["junit.xml"]);
  });

  it("record with a key for a hub says what is wrong: the key, the role, the project, the address, half of the settings", async () => {
    const database = await server().newDatabase();
    const hub = await hubProcessOn(database);
    const key = await keyOn(database, { member: "pipeline", role: "agent", kind: "ci" });
    const reader = await keyOn(database, { member: "rita", role: "reader" });
    const cwd = pipelineFolder();
    const fails = async (env: Record<string, string>) => {
      const { code, stdout } = await whetstone(["record", "junit.xml", "--task-id", "job-1", "--json"], {
        cwd,
        env: { WHETSTONE_HUB: hub.url, WHETSTONE_KEY: key, ...env },
      });
      const { error } = JSON.parse(stdout) as { error: Record<string, string> };
      return { exit: code, code: error.code, message: error.message, next: error.next };
    };
    expect(await fails({ WHETSTONE_KEY: "whet_wrongwrongwrongwrongwrong" })).toMatchObject({
      exit: 2,
      code: "not_allowed",
      message: expect.stringContaining("missing, wrong, expired or revoked"),
    });
    expect(await fails({ WHETSTONE_KEY: reader })).toMatchObject({
      exit: 2,
      code: "not_allowed",
      message: expect.stringContaining("this needs the role agent"),
    });
    expect(await fails({ WHETSTONE_PROJECT: "other" })).toMatchObject({
      exit: 2,
      code: "not_allowed",
      message: "the key opens 'shop', and WHETSTONE_PROJECT is 'other'",
    });
    expect(await fails({ WHETSTONE_HUB: "http://127.0.0.1:1" })).toMatchObject({
      exit: 3,
      code: "unreachable",
      next: expect.stringContaining("try again"),
    });
    expect(await fails({ WHETSTONE_HUB: "http://hub.example.org" })).toMatchObject({
      exit: 2,
      code: "invalid_usage",
      message: expect.stringContaining("in the open"),
    });
    expect(await fails({ WHETSTONE_KEY: "" })).toMatchObject({
      exit: 2,
      code: "invalid_usage",
      message: expect.stringContaining("WHETSTONE_KEY is not"),
    });
    expect(readdirSync(cwd)).toEqual(["junit.xml"]);
  });
});
