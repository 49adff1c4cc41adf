import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describePostgres } from "../support/describe-postgres.js";
import { hubOn } from "../support/hub.js";
import { type Member, memberInTemp } from "../support/member.js";

const lesson = "Run the linter with --fix before every commit.";

async function addLesson(member: Member, text: string): Promise<void> {
  await member.json(["lessons", "add", text, "--by", "ada"]);
}

async function briefOf(member: Member): Promise<string> {
  return JSON.stringify(await member.json(["brief", "--role", "coder", "--task", "commit the change"]));
}

describePostgres("members of a team", (server) => {
  it("what one learns is in the brief of the other, and what was learned offline comes later", async () => {
    const database = await server().newDatabase();
    const hub = await hubOn(database);
    const [ada, bob] = [memberInTemp("ada"), memberInTemp("bob")];
    const keys = [await hub.keyFor("shop", "ada", "lead"), await hub.keyFor("shop", "bob", "lead")];
    await addLesson(ada, lesson);

    const joining = await ada.atTerminal(`team join ${hub.url}`, [
      ["Key (it is not shown): ", `${keys[0]}\r`],
      ["[y/N] ", "y\r"],
    ]);
    expect(joining.code, joining.screen).toBe(0);
    expect(joining.screen).toContain("ada is lead in 'shop'");
    expect(joining.screen).toContain("For example, as the others would see it:");
    expect(joining.screen).not.toContain(keys[0]);
    const file = ada.home;
    expect(readdirSync(join(file, ".config/whetstone/teams"))).toHaveLength(1);

    const also = await bob.atTerminal(`team join ${hub.url} --key-file ${bob.keyFile(keys[1] ?? "")} --yes`);
    expect(also.code, also.screen).toBe(0);
    expect(await briefOf(bob)).toContain(lesson);

    await hub.stop();
    const offline = "Never edit files under vendor by hand.";
    await addLesson(bob, offline);
    expect(await briefOf(bob)).toContain(offline);
    const failed = await bob.run(["team", "sync", "--json"]);
    expect(JSON.parse(failed.stdout)).toMatchObject({ error: { code: "unreachable" } });

    await hubOn(database, undefined, Number(new URL(hub.url).port));
    await bob.json(["team", "sync"]);
    await ada.json(["team", "sync"]);
    expect(await briefOf(ada)).toContain(offline);
  });

  it("the key lies in a file that only its owner can read, and nowhere else", async () => {
    const hub = await hubOn(await server().newDatabase());
    const ada = memberInTemp("ada");
    const key = await hub.keyFor("shop", "ada", "lead");
    await addLesson(ada, lesson);
    const file = ada.keyFile(key);
    expect((await ada.atTerminal(`team join ${hub.url} --key-file ${file} --yes`)).code).toBe(0);
    const teams = join(ada.home, ".config/whetstone/teams");
    const [name = ""] = readdirSync(teams);
    expect(statSync(teams).mode & 0o777).toBe(0o700);
    expect(statSync(join(teams, name)).mode & 0o777).toBe(0o600);
    const holding = filesUnder(ada.home).filter((each) => readFileSync(each).includes(key));
    expect(holding.toSorted()).toEqual([file, join(teams, name)].toSorted());
    for (const args of [["status"], ["team", "status"], ["doctor", "--quick"]])
      expect((await ada.run([...args, "--json"])).stdout).not.toContain(key);
  });

  it("joining twice, with another key, elsewhere, with a revoked key, and leaving get clear answers", async () => {
    const [hub, other] = [
      await hubOn(await server().newDatabase()),
      await hubOn(await server().newDatabase()),
    ];
    const ada = memberInTemp("ada");
    const [first, second] = [
      await hub.keyFor("shop", "ada", "lead"),
      await hub.keyFor("shop", "ada", "lead"),
    ];
    const join = (url: string, key: string) =>
      ada.atTerminal(`team join ${url} --key-file ${ada.keyFile(key)} --yes`);
    await addLesson(ada, lesson);
    expect((await join(hub.url, first)).screen).toContain("Joined: ada");
    expect((await join(hub.url, first)).screen).toContain("Joined already: ada");
    expect((await join(hub.url, second)).screen).toContain("the new key is kept");
    const elsewhere = await join(other.url, await other.keyFor("shop", "ada", "lead"));
    expect(elsewhere.screen).toContain("leave it first");
    expect(elsewhere.code).toBe(2);
    const project = await join(hub.url, await hub.keyFor("desk", "ada", "lead"));
    expect(project.screen).toContain("leave it first");

    const keys = await hub.call(first, "GET", "/v1/me");
    expect(keys.status).toBe(200);
    await hub.revokeAll("shop");
    const revoked = await ada.run(["team", "sync", "--json"]);
    expect(JSON.parse(revoked.stdout)).toMatchObject({ error: { code: "not_allowed" } });
    expect((await join(hub.url, first)).screen).toMatch(/wrong, expired or revoked/);
    await addLesson(ada, "Work goes on without a key.");
    expect(await briefOf(ada)).toContain("Work goes on without a key.");

    const left = await ada.atTerminal("team leave", [["[y/N] ", "y\r"]]);
    expect(left.screen).toContain("nothing more is sent");
    expect(await briefOf(ada)).toContain(lesson);
    expect((await ada.atTerminal("team leave --yes")).screen).toContain("is not shared");
    expect((await join(hub.url, await hub.keyFor("shop", "ada", "lead"))).screen).toContain("Joined: ada");
    expect(await briefOf(ada)).toContain("Work goes on without a key.");
    expect(await ada.json(["doctor"])).toMatchObject({ healthy: true });
  });

  it("nobody but a person at a terminal joins, a no changes nothing, and a reader or CI cannot", async () => {
    const hub = await hubOn(await server().newDatabase());
    const ada = memberInTemp("ada");
    const key = ada.keyFile(await hub.keyFor("shop", "ada", "lead"));
    const piped = await ada.run(["team", "join", hub.url, "--key-file", key, "--yes", "--json"]);
    expect(JSON.parse(piped.stdout)).toMatchObject({ error: { code: "not_allowed" } });
    const agent = { env: { CLAUDECODE: "1" } };
    const asked = await ada.run(["team", "join", hub.url, "--key-file", key, "--yes", "--json"], agent);
    expect(JSON.parse(asked.stdout).error.next).toBe("ask the person you work for");
    const bob = memberInTemp("bob");
    const his = bob.keyFile(await hub.keyFor("shop", "bob", "developer"));
    const no = await bob.atTerminal(`team join ${hub.url} --key-file ${his}`, [["[y/N] ", "n\r"]]);
    expect(no.code).toBe(1);
    expect(existsSync(join(bob.home, ".config/whetstone/teams"))).toBe(false);
    const keyless = await bob.atTerminal(`team join ${hub.url}`, [["Key (it is not shown): ", "secret\r"]]);
    expect(keyless.screen).toContain("not a key of a hub");
    for (const [role, kind] of [
      ["reader", "person"],
      ["agent", "ci"],
    ] as const) {
      const file = bob.keyFile(await hub.keyFor("shop", "other", role, kind));
      const refused = await bob.atTerminal(`team join ${hub.url} --key-file ${file} --yes`);
      expect(refused.screen).toContain("cannot join");
    }
    const open = await bob.atTerminal(`team join http://hub.example.org --key-file ${his} --yes`);
    expect(open.screen).toContain("in the open");
  });

  it("a whetstone.json that names a hub sends nothing until a person joins, and says so", async () => {
    const hub = await hubOn(await server().newDatabase());
    const ada = memberInTemp("ada");
    const settings = JSON.stringify({ team: { hub: hub.url, share: "everything" } });
    writeFileSync(join(ada.root, "whetstone.json"), settings);
    await addLesson(ada, lesson);
    const sync = await ada.run(["team", "sync", "--json"]);
    expect(JSON.parse(sync.stdout)).toMatchObject({ error: { code: "invalid_usage" } });
    expect((await ada.run(["team", "status"])).stdout).toContain("whetstone team join");
    const key = await hub.keyFor("shop", "ada", "lead");
    expect((await hub.call(key, "GET", "/v1/projects/shop/pull")).body).toMatchObject({ head: 0 });
    expect((await ada.atTerminal(`team join --key-file ${ada.keyFile(key)} --yes`)).code).toBe(0);
    expect((await ada.json(["team", "status"])).hub).toMatchObject({ url: hub.url, share: "lessons" });
  });
});

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
