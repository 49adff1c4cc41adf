import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { invite } from "../../src/hub/exchange/team-acts.js";
import { HttpHub } from "../../src/surfaces/server/http-hub.js";
import { openRoster } from "../../src/verbs/open/open-hub.js";
import { TeamProject } from "../../src/verbs/open/team-project.js";
import { describePostgres } from "../support/describe-postgres.js";
import { type Member, memberInTemp } from "../support/member.js";

const kills = 50;

/** A hub in a process of its own, which comes back at the same address after a kill. */
class KilledHub {
  readonly #args: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  url = "";

  constructor(member: Member, database: string) {
    this.#args = [member.main, "serve", "--team", "--store", database, "--json"];
    this.#env = { ...member.env };
    onTestFinished(() => void this.#child?.kill("SIGKILL"));
  }

  async start(): Promise<void> {
    const port = this.url === "" ? "0" : new URL(this.url).port;
    const child = spawn(process.execPath, [...this.#args, "--port", port], { env: this.#env });
    this.#child = child;
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    this.url = JSON.parse(line.toString()).url;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

describePostgres("a team whose machines and hub are killed again and again", (server) => {
  it("a team whose machines and hub are killed loses nothing that was acknowledged, and has nothing twice", async () => {
    const database = await server().newDatabase();
    const members = [memberInTemp("ada"), memberInTemp("bob")];
    const hub = new KilledHub(members[0] as Member, database);
    await hub.start();
    const roster = openRoster(database);
    onTestFinished(() => roster.close());
    const keys: string[] = [];
    for (const [index, member] of members.entries()) {
      const name = index === 0 ? "ada" : "bob";
      const invited = { project: "shop", member: name, role: "lead", kind: "person", days: 1 } as const;
      const { key } = await invite(roster, invited, new Date().toISOString());
      keys.push(key);
      const who = { member: name, kind: "person", role: "lead", machine: name, joinedAt: "2026-01-01" };
      const project = new TeamProject({ root: member.root, env: member.env });
      await project.join({ url: hub.url, project: "shop", key, ...who });
    }
    const acknowledged = new Set<string>();
    const record = async (member: Member, tag: string) => {
      const lines = Array.from(
        { length: 20 },
        (_, n) =>
          `${JSON.stringify({ taskId: `${tag}-${n}`, result: "success", durationMs: 5, errorCount: 0, retryCount: 0 })}\n`,
      );
      const { code } = await member.run(["record", "-", "--json"], { input: lines.join("") });
      if (code === 0) for (let n = 0; n < 20; n += 1) acknowledged.add(`${tag}-${n}`);
    };
    let killed = 0;
    for (let round = 0; killed < kills; round += 1) {
      const member = members[round % 2] as Member;
      await record(member, `r${round}`);
      const sync = spawn(process.execPath, [member.main, "team", "sync", "--json"], {
        cwd: member.root,
        env: { ...member.env },
      });
      const ended = once(sync, "exit");
      await sleep(100 + ((round * 37) % 300));
      if (round % 3 === 0) {
        await hub.kill();
        killed += 1;
        await hub.start();
      }
      if (round % 3 !== 0 || round % 2 === 0) {
        sync.kill("SIGKILL");
        killed += 1;
      }
      await ended;
    }
    expect(acknowledged.size).toBeGreaterThan(kills);
    const exchangeUntilDone = async (member: Member) => {
      for (;;) {
        const { code, stdout } = await member.run(["team", "sync", "--json"]);
        if (code === 0 && JSON.parse(stdout).tail === 0) return;
      }
    };
    for (const member of [...members, ...members]) await exchangeUntilDone(member);
    const onHub = await allEvents(
      new HttpHub({ url: hub.url, key: keys[0] ?? "", project: "shop", version: "1" }),
    );
    const tasks = onHub.filter(({ type }) => type === "outcome-recorded").map(({ task }) => task ?? "");
    expect(tasks.toSorted()).toEqual([...acknowledged].toSorted());
    expect(new Set(onHub.map(({ id }) => id)).size).toBe(onHub.length);
    const exports = await Promise.all(members.map(async (member) => (await member.run(["export"])).stdout));
    expect(exports[0]).toBe(exports[1]);
    for (const member of members) expect(await member.json(["doctor"])).toMatchObject({ healthy: true });
  });
});

async function allEvents(hub: HttpHub) {
  const events = [];
  for (;;) {
    const { events: page, head } = await hub.pull(events.length, 500);
    events.push(...page);
    if (events.length >= head) return events;
  }
}
