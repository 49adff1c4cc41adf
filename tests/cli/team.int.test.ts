import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { whetstone } from "../support/child.js";
import { describePostgres } from "../support/describe-postgres.js";
import { inForm, sentEvent } from "../support/hub.js";
import { tempFolder } from "../support/temp-folder.js";

const program = join(import.meta.dirname, "../../dist/cli/main.cjs");

describePostgres("the commands of a team", (server) => {
  it("go from an empty database to a hub with two members, and end it in order", async () => {
    const [cwd, url] = [tempFolder(), await server().newDatabase()];
    const env = { WHETSTONE_STORE_URL: url };
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await whetstone([...args, "--project", "shop", "--json"], {
        cwd,
        env,
      });
      expect(code, stderr + stdout).toBe(0);
      return JSON.parse(stdout);
    };
    const ada = await run("team", "init", "ada");
    const bob = await run("team", "invite", "bob");
    const ci = await run("team", "invite", "pipeline", "--kind", "ci", "--role", "agent", "--days", "90");
    expect((await run("team", "members")).members).toMatchObject([
      { member: "ada", role: "admin" },
      { member: "bob", role: "developer" },
      { member: "pipeline", role: "agent" },
    ]);
    const hub = spawn(process.execPath, [program, "serve", "--team", "--port", "0", "--json"], {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd, ...env },
    });
    onTestFinished(() => void hub.kill("SIGKILL"));
    const address = JSON.parse(await firstLine(hub)).url as string;
    const call = async (key: string, path: string, body?: unknown) => {
      const method = body === undefined ? "GET" : "POST";
      const headers = { authorization: `Bearer ${key}`, ...inForm };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return (await fetch(`${address}${path}`, init)).json();
    };
    const push = "/v1/projects/shop/push";
    // Each of the three members is told in the log by a role and a key.
    expect(await call(bob.key, push, { events: [sentEvent(1)] })).toMatchObject({ head: 7 });
    expect(await call(ada.key, "/v1/projects/shop/pull?since=6")).toMatchObject({
      head: 7,
      events: [{ actor: "claude@bob" }],
    });
    expect(await run("team", "status")).toEqual({
      project: "shop",
      events: 7,
      members: 3,
      validKeys: 3,
      forgotten: [],
    });
    await run("team", "keys", "--revoke", ci.keyId);
    expect(await call(ci.key, "/v1/me")).toMatchObject({ error: { code: "not_allowed" } });
    await run("team", "members", "--remove", "bob");
    expect(await call(bob.key, "/v1/me")).toMatchObject({ error: { code: "not_allowed" } });
    expect((await run("team", "members")).changes.map((change: { what: string }) => change.what)).toEqual([
      "bob is no longer a member",
      `a key of pipeline was revoked (${ci.keyId})`,
      `a key of the kind ci was made for pipeline (${ci.keyId})`,
      "pipeline became agent",
      `a key of the kind person was made for bob (${bob.keyId})`,
      "bob became developer",
      `a key of the kind person was made for ada (${ada.keyId})`,
      "ada became admin",
    ]);
    const ended = once(hub, "exit");
    hub.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  it("say what is missing: an address, a first admin that is not there yet, a key", async () => {
    const [cwd, url] = [tempFolder(), await server().newDatabase()];
    const run = (args: readonly string[], env = {}) =>
      whetstone([...args, "--project", "shop", "--json"], { cwd, env });
    const errorOf = async (args: readonly string[], env = {}) => {
      const { stdout } = await run(args, env);
      return JSON.parse(stdout).error;
    };
    expect(await errorOf(["team", "members"])).toMatchObject({ code: "invalid_usage", field: "store" });
    const here = { WHETSTONE_STORE_URL: url };
    expect((await run(["team", "init", "ada"], here)).code).toBe(0);
    expect(await errorOf(["team", "init", "bob"], here)).toMatchObject({ code: "invalid_usage" });
    expect(await errorOf(["team", "keys", "--revoke", "x"], here)).toMatchObject({ code: "not_found" });
    expect(await errorOf(["team", "invite", "a/b"], here)).toMatchObject({ field: "member" });
    const gone = { WHETSTONE_STORE_URL: "postgres://nobody@127.0.0.1:1/none" };
    expect(await errorOf(["team", "members"], gone)).toMatchObject({ code: "unreachable" });
    const agent = { ...here, CLAUDECODE: "1" };
    expect(await errorOf(["team", "invite", "me"], agent)).toMatchObject({ code: "not_allowed" });
  });
});

async function firstLine(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0] ?? "";
}
