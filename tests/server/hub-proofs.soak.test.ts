import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { describePostgres } from "../support/describe-postgres.js";
import { hubOn, inForm, sentEvent } from "../support/hub.js";
import { hubProcessOn, keyOn } from "../support/hub-process.js";
import { openInTemp } from "../support/whetstone.js";

interface Pulled {
  readonly id: string;
  readonly seq: number;
}

async function wholeLog(url: string, key: string): Promise<readonly Pulled[]> {
  const all: Pulled[] = [];
  for (;;) {
    const response = await fetch(`${url}/v1/projects/shop/pull?since=${all.length}`, {
      headers: { authorization: `Bearer ${key}`, ...inForm },
    });
    const { events, head } = (await response.json()) as { events: Pulled[]; head: number };
    all.push(...events);
    if (all.length >= head) return all;
  }
}

/** The answer, or undefined where the hub went away in the middle. */
async function push(url: string, key: string, numbers: readonly number[]) {
  const body = JSON.stringify({ events: numbers.map((n) => sentEvent(n)) });
  const headers = { authorization: `Bearer ${key}`, ...inForm };
  try {
    const response = await fetch(`${url}/v1/projects/shop/push`, { method: "POST", headers, body });
    return response.ok ? ((await response.json()) as { events: Pulled[] }) : undefined;
  } catch {
    return undefined;
  }
}

function expectGapless(log: readonly Pulled[]): void {
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
}

describePostgres("a hub that is put to the test", (server) => {
  it("killed 25 times in the middle of pushes, it has everything that it acknowledged, once", async () => {
    const database = await server().newDatabase();
    const key = await keyOn(database);
    const acknowledged = new Map<string, number>();
    const unanswered: number[][] = [];
    let next = 1;
    for (let kills = 0; kills < 25; kills += 1) {
      const hub = await hubProcessOn(database);
      const state = { isOver: false, answers: 0 };
      const clients = Array.from({ length: 4 }, async () => {
        while (!state.isOver) {
          // What was not answered is sent again as it was, as a client does.
          const batch = unanswered.shift() ?? [next++, next++, next++];
          const answer = await push(hub.url, key, batch);
          if (answer === undefined) unanswered.push(batch);
          for (const { id, seq } of answer?.events ?? []) {
            expect(acknowledged.get(id) ?? seq).toBe(seq);
            acknowledged.set(id, seq);
          }
          if (answer !== undefined) state.answers += 1;
          else return;
        }
      });
      while (state.answers <= kills % 5) await new Promise((resolve) => setTimeout(resolve, 5));
      await hub.kill();
      state.isOver = true;
      await Promise.all(clients);
    }
    const hub = await hubProcessOn(database);
    for (const batch of unanswered) expect(await push(hub.url, key, batch)).toBeDefined();
    const log = await wholeLog(hub.url, key);
    expectGapless(log);
    const places = new Map(log.map(({ id, seq }) => [id, seq]));
    expect(acknowledged.size).toBeGreaterThan(25);
    for (const [id, seq] of acknowledged) expect(places.get(id)).toBe(seq);
    expect(log).toHaveLength(next - 1);
    const direct = await openInTemp({ store: database, project: "shop" });
    expect((await direct.doctor()).checks.find(({ name }) => name === "read models")?.state).toBe("ok");
  });

  it("two processes on one database keep one order under load, and a key that one ends ends at both", async () => {
    const database = await server().newDatabase();
    const hubs = [await hubProcessOn(database), await hubProcessOn(database)] as const;
    const admin = await keyOn(database, { member: "root", role: "admin" });
    const headers = { authorization: `Bearer ${admin}` };
    const invited = await fetch(`${hubs[0].url}/v1/projects/shop/team/invite`, {
      method: "POST",
      headers,
      body: JSON.stringify({ member: "bob", role: "developer" }),
    });
    const { key, keyId } = (await invited.json()) as { key: string; keyId: string };
    const before = (await wholeLog(hubs[1].url, admin)).length;
    const clients = Array.from({ length: 10 }, async (_, client) => {
      for (let n = 0; n < 12; n += 1) {
        const hub = hubs[(client + n) % 2] ?? hubs[0];
        const first = client * 100 + n * 2 + 1;
        expect(await push(hub.url, key, [first, first + 1])).toBeDefined();
      }
    });
    await Promise.all(clients);
    const logs = await Promise.all(hubs.map(({ url }) => wholeLog(url, admin)));
    expect(logs[0]).toEqual(logs[1]);
    expectGapless(logs[0] ?? []);
    expect(logs[0]).toHaveLength(before + 10 * 12 * 2);
    const revoked = await fetch(`${hubs[0].url}/v1/projects/shop/team/revoke`, {
      method: "POST",
      headers,
      body: JSON.stringify({ key: keyId }),
    });
    expect(revoked.status).toBe(200);
    for (const { url } of hubs)
      expect((await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
  });

  it("while it stops, it finishes what runs and tells new calls to come again", async () => {
    const hub = await hubOn(await server().newDatabase());
    const key = await hub.keyFor("shop", "ada", "developer");
    const { hostname, port } = new URL(hub.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const body = JSON.stringify({ events: [sentEvent(1)] });
    const head = (line: string, length: number) =>
      [
        `${line} HTTP/1.1`,
        "Host: hub",
        `Authorization: Bearer ${key}`,
        `Content-Length: ${length}`,
        ...Object.entries(inForm).map(([name, value]) => `${name}: ${value}`),
        "\r\n",
      ].join("\r\n");
    socket.write(head("POST /v1/projects/shop/push", body.length) + body.slice(0, 20));
    // Another call goes through, so the first has arrived and waits for the rest of its body.
    expect((await hub.call(key, "GET", "/v1/me")).status).toBe(200);
    const stopped = hub.stop();
    socket.write(body.slice(20) + head("GET /v1/me", 0));
    const answers = await text(socket);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 503"]);
    expect(answers).toMatch(/retry-after: \d+/i);
    expect(answers).toContain('"head":1');
    await stopped;
    await expect(fetch(`${hub.url}/health`)).rejects.toThrow();
  });

  it("clients that keep their connections and ask for news cost it no memory by and by", async () => {
    const database = await server().newDatabase();
    const [hub, key] = [await hubProcessOn(database), await keyOn(database)];
    const agents = Array.from({ length: 100 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    onTestFinished(() => {
      for (const agent of agents) agent.destroy();
    });
    const ask = async (agent: Agent) => {
      const headers = { authorization: `Bearer ${key}`, ...inForm };
      const sent = request(`${hub.url}/v1/projects/shop/pull?since=0&limit=1`, { agent, headers }).end();
      const [response] = await once(sent, "response");
      response.resume();
      await once(response, "end");
      return response.statusCode;
    };
    const round = async () => new Set(await Promise.all(agents.map(ask)));
    for (let n = 0; n < 2; n += 1) expect(await round()).toEqual(new Set([200]));
    const before = residentKiB(hub.child.pid);
    for (let n = 0; n < 3; n += 1) expect(await round()).toEqual(new Set([200]));
    expect(residentKiB(hub.child.pid) / before).toBeLessThan(1.5);
  });
});

function residentKiB(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
