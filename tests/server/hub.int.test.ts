import { expect, it } from "vitest";
import { hasRole, roles } from "../../src/hub/rights/roles.js";
import { formatHeader } from "../../src/log/events/format.js";
import { catalog } from "../../src/verbs/catalog.js";
import type { Catalog } from "../../src/verbs/frame/catalog-entry.js";
import { routeOf } from "../../src/verbs/frame/names.js";
import { describePostgres } from "../support/describe-postgres.js";
import { hubOn, sentEvent } from "../support/hub.js";
import { movingClock } from "../support/ledger.js";
import { openInTemp, outcome } from "../support/whetstone.js";

const verbs = Object.entries(catalog as Catalog);

describePostgres("a hub", (server) => {
  const secret = "only project b may know this";

  async function twoProjects() {
    const hub = await hubOn(await server().newDatabase());
    const [a, b] = [await hub.keyFor("a", "ada", "admin"), await hub.keyFor("b", "bob", "admin")];
    const data = JSON.stringify({ message: secret, errorType: "unknown" });
    const pushed = await hub.call(b, "POST", "/v1/projects/b/push", { events: [sentEvent(1, { data })] });
    expect(pushed.status).toBe(200);
    return { hub, a, b };
  }

  it("a key of one project reads and writes nothing of another, on any route", async () => {
    const { hub, a, b } = await twoProjects();
    const others = [
      ["POST", "push"],
      ["GET", "pull?since=0"],
      ["POST", "forgotten"],
    ] as const;
    const routes = [...others, ...verbs.map(([name]) => ["POST", routeOf(name)] as const)];
    for (const [method, path] of routes) {
      const body = method === "POST" ? {} : undefined;
      const { status, text } = await hub.call(a, method, `/v1/projects/b/${path}`, body);
      expect(status, path).toBe(403);
      expect(text, path).not.toContain(secret);
      const nowhere = await hub.call(a, method, `/v1/projects/no-such-project/${path}`, body);
      expect(nowhere.text.replace("no-such-project", "b"), path).toBe(text);
    }
    for (const [name] of verbs) {
      const ways = [{ project: "b" }, { from: "b" }, { root: "b" }];
      for (const way of ways) {
        const { text } = await hub.call(a, "POST", `/v1/projects/a/${routeOf(name)}`, way);
        expect(text, `${name} ${JSON.stringify(way)}`).not.toContain(secret);
      }
    }
    expect((await hub.call(b, "GET", "/v1/projects/b/pull")).text).toContain(secret);
  });

  it("without a key that is valid, every route but the health check is closed", async () => {
    const { hub } = await twoProjects();
    expect(await hub.call(undefined, "GET", "/health")).toMatchObject({ status: 200, body: { ok: true } });
    for (const key of [undefined, "whet_wrongwrongwrongwrongwrong"])
      for (const path of ["/metrics", "/v1/me", "/v1/projects/b/pull", "/v1/projects/b/status", "/nowhere"])
        expect((await hub.call(key, "GET", path)).status, path).toBe(401);
  });

  it.each(roles)("a person with the role %s can call the verbs that need it, and no others", async (role) => {
    const hub = await hubOn(await server().newDatabase());
    const key = await hub.keyFor("a", "ada", role);
    for (const [name, entry] of verbs) {
      const { status, body } = await hub.call(key, "POST", `/v1/projects/a/${routeOf(name)}`, {});
      const what = `${name} as ${role}: ${JSON.stringify(body).slice(0, 200)}`;
      if (entry.hub === null || !entry.http) expect(status, what).toBe(404);
      else if (hasRole(role, entry.hub)) expect([200, 400, 404], what).toContain(status);
      else expect(status, what).toBe(403);
    }
  });

  it("an agent's key of an admin is an agent: it decides nothing and is never a person", async () => {
    const hub = await hubOn(await server().newDatabase());
    await hub.keyFor("a", "ada", "admin");
    for (const kind of ["agent", "ci"] as const) {
      const key = await hub.keyFor("a", "ada", "admin", kind);
      expect((await hub.call(key, "GET", "/v1/me")).body).toMatchObject({ role: "agent", kind });
      const { body } = await hub.call(key, "POST", "/v1/projects/a/team/members", {});
      expect(body).toMatchObject({ sees: "own", changes: [] });
      expect((await hub.call(key, "POST", "/v1/projects/a/team/invite", { member: "eve" })).status).toBe(403);
      const recorded = await hub.call(key, "POST", "/v1/projects/a/record", outcome({ taskId: "bd-1" }));
      expect(recorded.status).toBe(200);
      const raised = { ...outcome({ taskId: "bd-2" }), origin: "human" };
      expect((await hub.call(key, "POST", "/v1/projects/a/record", raised)).status).toBe(400);
      const human = [sentEvent(kind === "ci" ? 1 : 2, { origin: "human", actor: "ada" })];
      await hub.call(key, "POST", "/v1/projects/a/push", { events: human });
    }
    const { body } = await hub.call(await hub.keyFor("a", "bob", "reader"), "GET", "/v1/projects/a/pull");
    const origins = (body.events as { origin: string; actor: string }[]).map((event) => event.origin);
    expect(origins.length).toBeGreaterThan(3);
    expect(origins).not.toContain("human");
  });

  it("a developer speaks as a person and decides nothing for the others; a lead does both", async () => {
    const hub = await hubOn(await server().newDatabase());
    const [developer, lead] = [
      await hub.keyFor("a", "dev", "developer"),
      await hub.keyFor("a", "lee", "lead"),
    ];
    const added = await hub.call(developer, "POST", "/v1/projects/a/lessons/add", {
      text: "Validate every request body with a schema",
      appliesToAgents: ["coder"],
      requiredActions: ["parse the body with a schema"],
    });
    expect(added).toMatchObject({ status: 200, body: { status: "proposed" } });
    const lesson = String(added.body.lesson);
    const reached = async (key: string, verb: string, reason: string) =>
      (await hub.call(key, "POST", `/v1/projects/a/lessons/${verb}`, { lesson, reason })).body.status;
    expect(await reached(developer, "activate", "I wrote it")).toBeUndefined();
    expect(await reached(lead, "activate", "we agreed on it")).toBe("active");
    const retire = { lessons: [lesson], reason: "no longer true" };
    const refused = await hub.call(developer, "POST", "/v1/projects/a/lessons/retire", retire);
    expect(refused.status).not.toBe(200);
    expect((await hub.call(lead, "POST", "/v1/projects/a/lessons/retire", retire)).status).toBe(200);
    const { body } = await hub.call(developer, "GET", "/v1/projects/a/pull");
    const events = body.events as { type: string; actor: string; origin: string }[];
    const by = (type: string) => events.find((event) => event.type === type);
    expect(by("lesson-proposed")).toMatchObject({ actor: "dev", origin: "human" });
    expect(by("lesson-retired")).toMatchObject({ actor: "lee", origin: "human" });
  });

  it("a key ends when it is revoked, when it expires, and when its member is removed", async () => {
    const clock = movingClock();
    const hub = await hubOn(await server().newDatabase(), clock.read);
    const admin = await hub.keyFor("a", "ada", "admin");
    const manage = (act: string, input: object) =>
      hub.call(admin, "POST", `/v1/projects/a/team/${act}`, input);
    const invited = await manage("invite", { member: "bob" });
    const bob = String(invited.body.key);
    const me = async (key: string) => (await hub.call(key, "GET", "/v1/me")).status;
    expect(await me(bob)).toBe(200);
    await manage("revoke", { key: invited.body.keyId });
    expect(await me(bob)).toBe(401);
    const again = await hub.keyFor("a", "bob", "developer", "person", 7);
    expect(await me(again)).toBe(200);
    await manage("remove", { member: "bob" });
    expect(await me(again)).toBe(401);
    const short = await hub.keyFor("a", "cleo", "reader", "person", 7);
    clock.advance(6 * 86_400_000);
    expect(await me(short)).toBe(200);
    const { body } = await manage("members", {});
    const keys = body.keys as { member: string; lastUsedAt: string | null; revokedAt: string | null }[];
    expect(keys.find(({ member }) => member === "cleo")?.lastUsedAt).toBe(clock.iso());
    expect(keys.filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(short);
    clock.advance(2 * 86_400_000);
    expect(await me(short)).toBe(401);
  });

  it("the log says who changed members and keys, without any key, and no machine can say it instead", async () => {
    const hub = await hubOn(await server().newDatabase());
    const admin = await hub.keyFor("a", "ada", "admin");
    const manage = (act: string, input: object) =>
      hub.call(admin, "POST", `/v1/projects/a/team/${act}`, input);
    const bob = (await manage("invite", { member: "bob" })).body;
    await manage("invite", { member: "bob", role: "lead", reason: "a second laptop" });
    await manage("role", { member: "bob", role: "developer", reason: "on leave" });
    await manage("revoke", { key: bob.keyId, reason: "the laptop was lost" });
    await manage("revoke", { key: bob.keyId });
    await manage("remove", { member: "bob", reason: "Bob left" });
    for (const [act, input] of [
      ["remove", { member: "nobody" }],
      ["role", { member: "nobody", role: "lead" }],
      ["revoke", { key: "nothing" }],
    ] as const)
      expect((await manage(act, input)).status, act).toBe(404);
    const { body, text } = await hub.call(admin, "POST", "/v1/projects/a/log", { type: "member-" });
    const told = (body.events as { actor: string; origin: string }[]).map((event) => event);
    expect(told).toHaveLength(4);
    for (const event of told) expect(event).toMatchObject({ actor: "ada", origin: "human" });
    const pulled = (await hub.call(admin, "GET", "/v1/projects/a/pull")).body.events as {
      type: string;
      data: string;
    }[];
    expect(pulled.map(({ type, data }) => [type, JSON.parse(data)])).toEqual([
      ["member-changed", { member: "bob", from: null, to: "developer" }],
      ["key-made", { keyId: bob.keyId, member: "bob", kind: "person", expiresAt: bob.expiresAt }],
      ["member-changed", { member: "bob", from: "developer", to: "lead", reason: "a second laptop" }],
      ["key-made", expect.objectContaining({ member: "bob", reason: "a second laptop" })],
      ["member-changed", { member: "bob", from: "lead", to: "developer", reason: "on leave" }],
      ["key-revoked", { keyId: bob.keyId, member: "bob", reason: "the laptop was lost" }],
      ["member-changed", { member: "bob", from: "developer", to: null, reason: "Bob left" }],
    ]);
    expect(text + JSON.stringify(pulled)).not.toContain(String(bob.key));
    const forged = sentEvent(1, {
      type: "member-changed",
      origin: "human",
      actor: "ada",
      data: JSON.stringify({ member: "eve", from: null, to: "admin" }),
    });
    const answer = await hub.call(admin, "POST", "/v1/projects/a/push", { events: [forged] });
    expect(answer.body.events).toMatchObject([
      { refused: { reason: expect.stringContaining("hub itself") } },
    ]);
  });

  it("a lead forgets anything, the author what the author brought, and machines confirm it", async () => {
    const hub = await hubOn(await server().newDatabase());
    const keys = {
      dev: await hub.keyFor("a", "dev", "developer"),
      eve: await hub.keyFor("a", "eve", "developer"),
      agent: await hub.keyFor("a", "dev", "developer", "agent"),
      lee: await hub.keyFor("a", "lee", "lead"),
    };
    const says = (n: number, message: string) =>
      sentEvent(n, { data: JSON.stringify({ message, errorType: "unknown" }) });
    const push = (key: string, n: number, message: string) =>
      hub.call(key, "POST", "/v1/projects/a/push", { events: [says(n, message)] });
    await push(keys.dev, 1, "the token hunter2-dev leaked");
    await push(keys.eve, 2, "the token hunter2-eve leaked");
    await push(keys.dev, 3, "both said: hunter2-both");
    await push(keys.eve, 4, "both said: hunter2-both");
    const forget = (key: string, text: string) =>
      hub.call(key, "POST", "/v1/projects/a/lessons/forget", { text, reason: "a secret" });
    expect((await forget(keys.dev, "hunter2-eve")).status).toBe(403);
    expect((await forget(keys.dev, "hunter2-both")).status).toBe(403);
    expect((await forget(keys.agent, "hunter2-dev")).status).toBe(403);
    expect(await forget(keys.dev, "hunter2-dev")).toMatchObject({ status: 200, body: { blankedEvents: 1 } });
    expect(await forget(keys.lee, "hunter2-both")).toMatchObject({ status: 200, body: { blankedEvents: 2 } });
    const pulled = await hub.call(keys.eve, "GET", "/v1/projects/a/pull");
    expect(pulled.text).not.toMatch(/hunter2-(dev|both)/);
    expect(pulled.text).toContain("hunter2-eve");
    const confirm = (key: string, machine: string, seq: number) =>
      hub.call(key, "POST", "/v1/projects/a/forgotten", { machine, seq });
    expect((await confirm(keys.eve, "desk", 6)).status).toBe(200);
    expect((await confirm(keys.eve, "desk", 5)).status).toBe(200);
    expect((await confirm(keys.dev, "laptop", 5)).status).toBe(200);
    expect((await confirm(keys.dev, "laptop", 99)).status).toBe(400);
    const { body } = await hub.call(keys.eve, "POST", "/v1/projects/a/team/members", {});
    const [desk, laptop] = [
      { member: "eve", machine: "desk" },
      { member: "dev", machine: "laptop" },
    ];
    expect(body.forgotten).toMatchObject([
      { seq: 6, actor: "lee", lesson: null, confirmed: [desk], waiting: [laptop] },
      { seq: 5, actor: "dev", lesson: null, confirmed: [laptop, desk], waiting: [] },
    ]);
  });

  it("the only admin stays one until there is another", async () => {
    const hub = await hubOn(await server().newDatabase());
    const admin = await hub.keyFor("a", "ada", "admin");
    const manage = (act: string, input: object) =>
      hub.call(admin, "POST", `/v1/projects/a/team/${act}`, input);
    for (const [act, input] of [
      ["remove", { member: "ada" }],
      ["role", { member: "ada", role: "lead" }],
      ["invite", { member: "ada", role: "developer" }],
    ] as const) {
      const { status, body } = await manage(act, input);
      expect({ act, status }).toEqual({ act, status: 400 });
      expect(body.error).toMatchObject({ field: "member", next: expect.stringContaining("another person") });
    }
    expect((await hub.call(admin, "GET", "/v1/projects/a/pull")).body.head).toBe(0);
    const { body } = await hub.call(admin, "POST", "/v1/projects/a/team/members", {});
    const key = (body.you as { key: string }).key;
    expect(await manage("revoke", { key })).toMatchObject({ status: 400, body: { error: { field: "key" } } });
    await manage("invite", { member: "bob", role: "admin" });
    expect((await manage("role", { member: "ada", role: "lead" })).status).toBe(200);
  });

  it("an agent is no admin, and does not stand in for the only person who is one", async () => {
    const hub = await hubOn(await server().newDatabase());
    const admin = await hub.keyFor("a", "ada", "admin");
    const manage = (act: string, input: object) =>
      hub.call(admin, "POST", `/v1/projects/a/team/${act}`, input);
    for (const kind of ["agent", "ci"])
      for (const role of ["lead", "admin"])
        expect(await manage("invite", { member: "zz", kind, role }), role).toMatchObject({
          status: 400,
          body: { error: { field: "role", message: expect.stringContaining("is for people") } },
        });
    expect((await manage("invite", { member: "zz", kind: "agent", role: "agent" })).status).toBe(200);
    expect(await manage("role", { member: "zz", role: "admin" })).toMatchObject({ status: 400 });
    await hub.keyFor("a", "former", "admin", "agent");
    expect(await manage("remove", { member: "ada" })).toMatchObject({ status: 400 });
  });

  it("a key of one member is not another's, and a key with other content is refused", async () => {
    const hub = await hubOn(await server().newDatabase());
    const rob = await hub.keyFor("a", "rob", "agent", "agent");
    const pipe = await hub.keyFor("a", "pipe", "agent", "ci");
    const record = (key: string, input: object) =>
      hub.call(key, "POST", "/v1/projects/a/record", {
        key: "77-1",
        durationMs: 1,
        errorCount: 0,
        retryCount: 0,
        ...input,
      });
    expect((await record(rob, { result: "success" })).body).toMatchObject({ replayed: false });
    const failed = { result: "failure", errorCount: 3 };
    const first = await record(pipe, failed);
    expect(first.body).toMatchObject({ replayed: false });
    expect((await record(pipe, failed)).body).toMatchObject({ replayed: true, outcome: first.body.outcome });
    expect(await record(pipe, { result: "success" })).toMatchObject({
      status: 400,
      body: { error: { field: "key", message: expect.stringContaining("result, errorCount") } },
    });
  });

  it("a reader keeps no report, and asks for one", async () => {
    const hub = await hubOn(await server().newDatabase());
    const eve = await hub.keyFor("a", "eve", "reader");
    expect((await hub.call(eve, "POST", "/v1/projects/a/report", {})).status).toBe(200);
    expect((await hub.call(eve, "POST", "/v1/projects/a/report", { keep: true })).status).toBe(403);
    expect((await hub.call(eve, "GET", "/v1/projects/a/pull")).body.head).toBe(0);
  });

  it("everybody sees of the team what their role may, and machines with how far each has the log", async () => {
    const clock = movingClock();
    const hub = await hubOn(await server().newDatabase(), clock.read);
    const keys = {
      admin: await hub.keyFor("a", "ada", "admin"),
      developer: await hub.keyFor("a", "bob", "developer"),
      reader: await hub.keyFor("a", "cleo", "reader"),
    };
    const events = [1, 2, 3].map((n) => sentEvent(n));
    await hub.call(keys.developer, "POST", "/v1/projects/a/push", { events });
    const pull = (since: number, machine: string) =>
      hub.call(keys.developer, "GET", `/v1/projects/a/pull?since=${since}&limit=2&machine=${machine}`);
    await pull(0, "desk");
    const at = clock.iso();
    clock.advance(60_000);
    await pull(2, "la%C3%BCptop");
    expect((await pull(0, "a%2Fb")).status).toBe(400);
    const seen = async (key: string) =>
      (await hub.call(key, "POST", "/v1/projects/a/team/members", {})).body as {
        readonly [list in "members" | "keys" | "machines"]: readonly { readonly member: string }[];
      };
    const all = await seen(keys.admin);
    expect(all).toMatchObject({ sees: "all", you: { member: "ada", role: "admin" }, events: 3 });
    expect(all.machines).toEqual([
      { member: "bob", machine: "desk", position: 2, exchangedAt: at },
      { member: "bob", machine: "laüptop", position: 3, exchangedAt: clock.iso() },
    ]);
    expect(all.keys.map(({ member }) => member)).toEqual(["ada", "bob", "cleo"]);
    expect(JSON.stringify(all)).not.toMatch(/whet_/);
    const team = await seen(keys.developer);
    expect(team).toMatchObject({ sees: "team" });
    expect(team.members).toEqual(all.members);
    expect(team.keys.map(({ member }) => member)).toEqual(["bob"]);
    const own = await seen(keys.reader);
    expect(own).toMatchObject({ sees: "own", members: [{ member: "cleo" }], machines: [] });
    expect(own.keys).toHaveLength(1);
  });

  it("a program that names no format of logs, or another one, exchanges nothing, and is told why", async () => {
    const hub = await hubOn(await server().newDatabase());
    const key = await hub.keyFor("a", "ada", "developer");
    const exchange = async (path: string, format?: string) => {
      const response = await fetch(`${hub.url}/v1/projects/a/${path}`, {
        method: path === "pull" ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${key}`,
          ...(format === undefined ? {} : { [formatHeader]: format }),
        },
        ...(path === "pull" ? {} : { body: JSON.stringify({ events: [sentEvent(1)] }) }),
      });
      const { error } = (await response.json()) as { error: unknown };
      return error;
    };
    for (const path of ["push", "pull", "forgotten"]) {
      // A code that builds before the first release know, so that they show the text.
      const older = {
        code: "invalid_input",
        message: expect.stringContaining("builds before the first release"),
        next: expect.stringContaining("node scripts/from-0.1.0.mjs"),
      };
      expect(await exchange(path), path).toMatchObject(older);
      expect(await exchange(path, "1"), path).toMatchObject(older);
      expect(await exchange(path, "3"), path).toMatchObject({ code: "newer_format" });
    }
    expect((await hub.call(key, "GET", "/v1/projects/a/pull?since=0")).body).toMatchObject({ head: 0 });
  });

  it("a push is idempotent by id, keeps its order, and refuses event by event", async () => {
    const hub = await hubOn(await server().newDatabase());
    const key = await hub.keyFor("a", "ada", "developer");
    const push = async (events: unknown) => hub.call(key, "POST", "/v1/projects/a/push", { events });
    const first = await push([1, 2, 3].map((n) => sentEvent(n)));
    expect(first.body).toEqual({
      events: [1, 2, 3].map((n) => ({ id: sentEvent(n).id, seq: n })),
      head: 3,
    });
    const reset = JSON.stringify({ lesson: "x", kind: "strategy", reason: "again" });
    const second = await push([
      sentEvent(3),
      sentEvent(4, { key: "once" }),
      sentEvent(5, { type: "lesson-reset", v: 1, data: reset, origin: "human" }),
      sentEvent(6, { key: "once" }),
      sentEvent(7, { data: "{}" }),
      sentEvent(8),
    ]);
    expect(second.body.events).toMatchObject([
      { seq: 3 },
      { seq: 4 },
      { refused: { reason: "x waits: only a lead or an admin can decide it" } },
      { refused: { reason: expect.stringContaining("'once'") } },
      { refused: { reason: expect.stringContaining("error-recorded") } },
      { seq: 5 },
    ]);
    const pulled = await hub.call(key, "GET", "/v1/projects/a/pull?since=1&limit=3");
    expect(pulled.body).toMatchObject({ head: 5, events: [{ seq: 2 }, { seq: 3 }, { seq: 4 }] });
    expect((pulled.body.events as object[])[0]).toEqual({
      ...sentEvent(2),
      project: "a",
      seq: 2,
      actor: "claude@ada",
    });
    const tooMany = await push(Array.from({ length: 501 }, (_, n) => sentEvent(n + 100)));
    expect(tooMany).toMatchObject({ status: 413 });
    expect(await push([{ ...sentEvent(9), id: "no id" }])).toMatchObject({ status: 400 });
    expect(await push("no list")).toMatchObject({ status: 400 });
  });

  it("two hubs on one database give every event one place, and both know it at once", async () => {
    const database = await server().newDatabase();
    const hubs = [await hubOn(database), await hubOn(database)] as const;
    const key = await hubs[0].keyFor("a", "ada", "developer");
    const batches = Array.from({ length: 20 }, (_, n) => [3 * n + 1, 3 * n + 2, 3 * n + 3]);
    // Each batch goes to both, as it does where a client lost the answer of the first.
    await Promise.all(
      batches.flatMap((batch) =>
        hubs.map((hub) =>
          hub.call(key, "POST", "/v1/projects/a/push", { events: batch.map((n) => sentEvent(n)) }),
        ),
      ),
    );
    for (const hub of hubs) {
      const { body } = await hub.call(key, "GET", "/v1/projects/a/pull");
      const events = body.events as { seq: number; id: string }[];
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
      expect(new Set(events.map(({ id }) => id)).size).toBe(60);
    }
    const direct = await openInTemp({ store: database, project: "a" });
    expect((await direct.doctor()).checks.find(({ name }) => name === "read models")).toMatchObject({
      state: "ok",
    });
  });

  it("a caller with wrong keys is made to wait, and so is one that calls without end", async () => {
    const clock = movingClock();
    const hub = await hubOn(await server().newDatabase(), clock.read);
    const key = await hub.keyFor("a", "ada", "reader");
    const statuses = async (used: string, count: number) => {
      const seen: number[] = [];
      for (let n = 0; n < count; n += 1) seen.push((await hub.call(used, "GET", "/v1/me")).status);
      return seen;
    };
    const guesses = await statuses("whet_wrongwrongwrongwrongwrong", 25);
    expect(guesses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
    expect(guesses.slice(20)).toEqual([429, 429, 429, 429, 429]);
    expect((await hub.call(key, "GET", "/v1/me")).status).toBe(200);
    expect((await statuses(key, 620)).filter((status) => status === 429).length).toBeGreaterThan(0);
    clock.advance(60_000);
    expect((await hub.call(key, "GET", "/v1/me")).status).toBe(200);
  });

  it("metrics count routes without naming projects, and a stopping hub finishes its answers", async () => {
    const { hub, a } = await twoProjects();
    await hub.call(a, "POST", "/v1/projects/a/status", {});
    const { text } = await hub.call(a, "GET", "/metrics");
    expect(text).toContain('whetstone_server_requests_total{route="status",status="200"} 1');
    expect(text).toContain('route="push"');
    expect(text).not.toMatch(/projects\/|bob|ada/);
    const events = Array.from({ length: 300 }, (_, n) => sentEvent(n + 50));
    const last = hub.call(a, "POST", "/v1/projects/a/push", { events });
    await hub.call(a, "GET", "/v1/me");
    await hub.stop();
    expect((await last).body.head).toBeGreaterThanOrEqual(300);
    await expect(fetch(`${hub.url}/health`)).rejects.toThrow();
  });
});
