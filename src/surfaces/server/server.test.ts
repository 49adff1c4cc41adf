import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { directiveDrafts, rule, seed } from "../../../tests/support/directives.js";
import { movingClock } from "../../../tests/support/ledger.js";
import { serverInTemp } from "../../../tests/support/server.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { collect, outcome } from "../../../tests/support/whetstone.js";
import type { Host } from "../../agents/host.js";
import { openWhetstone } from "../../verbs/open/open-whetstone.js";
import { readState } from "./server-files.js";

describe("access to the server", () => {
  it("the server requires the token for everything but a bare health check", async () => {
    const { call, project } = await serverInTemp();
    const body = { root: project("one"), task: "Add OAuth" };
    for (const token of [null, "", "0".repeat(64)]) {
      expect((await call("/v1/plan", body, { token })).status).toBe(401);
      expect((await call("/metrics", undefined, { token })).status).toBe(401);
      expect((await call("/openapi.json", undefined, { token })).status).toBe(401);
      expect((await call("/mcp", {}, { token })).status).toBe(401);
      expect(await call("/healthz", undefined, { token })).toEqual({ status: 200, body: { ok: true } });
    }
    expect((await call("/v1/plan", body)).status).toBe(200);
  });

  it("the server refuses names that a page could point at this machine, even with the token", async () => {
    const { call, project } = await serverInTemp();
    const body = { root: project("one"), task: "Add OAuth" };
    for (const host of [
      "evil.example",
      "evil.example:80",
      "127.0.0.1.evil.example",
      "localhost.evil.example:1",
    ]) {
      const { status, body: answer } = await call("/v1/plan", body, { headers: { host } });
      expect({ status, answer }).toMatchObject({
        status: 403,
        answer: { error: { code: "not_allowed", field: "host" } },
      });
    }
    for (const host of ["localhost", "LOCALHOST:9", "127.0.0.1:1", "[::1]:80"])
      expect((await call("/healthz", undefined, { headers: { host } })).status).toBe(200);
  });

  it("the server refuses requests from pages of other origins", async () => {
    const { call, server } = await serverInTemp();
    const own = `127.0.0.1:${server.state.port}`;
    for (const origin of [
      "https://evil.example",
      "null",
      "http://localhost:1",
      `http://${own}.evil.example`,
      "file://",
    ])
      expect((await call("/healthz", undefined, { headers: { origin } })).status).toBe(403);
    expect((await call("/healthz", undefined, { headers: { origin: `http://${own}` } })).status).toBe(200);
  });

  it("the server accepts host names that were allowed", async () => {
    const { call } = await serverInTemp({ names: ["Team.example"] });
    expect((await call("/healthz", undefined, { headers: { host: "team.example:443" } })).status).toBe(200);
  });
});

describe("verbs as routes", () => {
  it("a route answers with the result of its verb", async () => {
    const { call, project } = await serverInTemp();
    const root = project("one");
    expect(await call("/v1/record", { root, ...outcome({ taskId: "bd-1" }) })).toMatchObject({
      status: 200,
      body: { replayed: false, score: { feedback: "helpful" } },
    });
    expect(await call("/v1/status", { root })).toMatchObject({ body: { outcomes: { success: 1 } } });
    expect(await call("/v1/errors/context", { root, taskId: "bd-1" })).toMatchObject({ body: { text: "" } });
    expect(await call("/v1/record-many", { root, outcomes: [outcome(), {}] })).toMatchObject({
      body: { recorded: 1, refused: [{ line: 2 }] },
    });
    const { body } = await call("/v1/export", { root });
    expect((body as { lines: string[] }).lines.length).toBeGreaterThan(2);
  });

  it("a route names the refused field and what to do", async () => {
    const { call, project } = await serverInTemp();
    const root = project("one");
    expect(await call("/v1/plan", { root, task: "a", contxt: "b" })).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "invalid_input",
          field: "contxt",
          message: expect.stringContaining("Did you mean 'context'?"),
        },
      },
    });
    expect(await call("/v1/explain", { root, id: 7 })).toMatchObject({
      status: 400,
      body: { error: { field: "id" } },
    });
    expect(await call("/v1/doctor", { root, fast: true })).toMatchObject({
      status: 400,
      body: { error: { field: "fast" } },
    });
    expect(await call("/v1/explain", { root, id: "nothing" })).toMatchObject({
      status: 404,
      body: { error: { field: "id" } },
    });
    await call("/v1/begin-phase", { root, phase: "build" });
    expect(await call("/v1/gate", { root, phase: "biuld" })).toMatchObject({
      status: 404,
      body: { error: { field: "phase", message: expect.stringContaining("Did you mean 'build'?") } },
    });
  });

  it.each([
    [{ task: "a" }, 400],
    [{ root: "relative", task: "a" }, 400],
    [{ root: 7, task: "a" }, 400],
    [{ root: "/no/such/folder", task: "a" }, 404],
    ["[]", 400],
    ["{", 400],
    ["", 400],
  ])("a route refuses the body %j with status %i", async (body, status) => {
    const { call } = await serverInTemp();
    expect(await call("/v1/plan", body)).toMatchObject({
      status,
      body: { error: { next: expect.any(String) } },
    });
  });

  it("a body that is nested too deep is refused by its field", async () => {
    const { call, project } = await serverInTemp();
    const root = project("one");
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    expect(await call("/v1/record", `{"root":${JSON.stringify(root)},"strategy":${deep}}`)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_input", field: "strategy" } },
    });
  });

  it("an unknown route suggests the nearest verb", async () => {
    const { call } = await serverInTemp();
    for (const path of ["/v1/paln", "/v1/constructor", "/v1/lesson", "/v2/plan", "/v1/plan/"]) {
      expect(await call(path, {})).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    }
    expect(await call("/v1/lessons/ad", {})).toMatchObject({
      body: { error: { next: "did you mean '/v1/lessons/add'?" } },
    });
    expect((await call("/v1/plan")).status).toBe(404);
  });

  it("a body over the limit is refused, with or without a content-length", async () => {
    const { call, project } = await serverInTemp({ set: ["server.bodyMaxBytes=2048"] });
    const body = { root: project("one"), task: "a".repeat(4_000) };
    expect(await call("/v1/plan", body)).toMatchObject({
      status: 413,
      body: { error: { code: "too_large" } },
    });
    const chunked = { headers: { "transfer-encoding": "chunked" } };
    expect((await call("/v1/plan", body, chunked)).status).toBe(413);
    expect((await call("/mcp", body, chunked)).status).toBe(413);
  });

  it.each(["{", ""])("the event %j, which is not JSON, is noted as a loss", async (body) => {
    // As every agent does with what it cannot answer.
    const handle: Host["handle"] = async (_payload, _open, diagnostics) => {
      throw diagnostics?.cutShort;
    };
    const { call, places } = await serverInTemp({ hosts: { agent: { name: "agent", handle } } });
    expect(await call("/v1/hooks/agent", body)).toMatchObject({ status: 400 });
    expect(JSON.parse(readFileSync(places.lost, "utf8"))).toMatchObject({
      route: "hooks/agent",
      reason: expect.stringContaining("not JSON"),
    });
  });

  it("a host gets its payload unchanged, and its answer is sent unchanged", async () => {
    const seen: unknown[] = [];
    const host: Host = {
      name: "agent",
      handle: async (payload, open) => {
        seen.push(payload);
        const { cwd, answer } = payload as { cwd: string; answer?: string };
        if (answer === "text") return { status: 201, body: "plain" };
        if (answer === "nothing") return { status: 204, body: undefined };
        return { status: 200, body: { events: (await (await open(cwd)).status()).log.events } };
      },
    };
    const { call, project } = await serverInTemp({ hosts: { agent: host } });
    const cwd = project("one");
    expect(await call("/v1/hooks/agent", { cwd })).toEqual({ status: 200, body: { events: 0 } });
    expect(await call("/v1/hooks/agent", { cwd, answer: "text" })).toEqual({ status: 201, body: "plain" });
    expect(await call("/v1/hooks/agent", { cwd, answer: "nothing" })).toEqual({ status: 204, body: "" });
    expect(seen).toHaveLength(3);
    expect(await call("/v1/hooks/agnet", { cwd })).toMatchObject({
      status: 404,
      body: { error: { next: "did you mean 'agent'?" } },
    });
  });
});

describe("many projects in one server", () => {
  it("the server keeps projects apart", async () => {
    const { call, project } = await serverInTemp();
    const [one, two] = [project("one"), project("two")];
    const record = (root: string, task: string) =>
      call("/v1/record", { root, ...outcome({ taskId: task, strategy: `for ${task}` }) });
    await Promise.all([record(one, "a"), record(two, "b"), record(one, "c")]);
    expect(await call("/v1/status", { root: one })).toMatchObject({
      body: { outcomes: { success: 2 }, project: { root: one } },
    });
    expect(await call("/v1/status", { root: two })).toMatchObject({
      body: { outcomes: { success: 1 }, project: { root: two } },
    });
    const { body } = await call("/v1/lessons/list", { root: two });
    expect(body).toMatchObject({ total: 1, lessons: [{ text: '"for b"', confirmed: false }] });
  });

  it("the server does not take over the identity in its own environment", async () => {
    const home = tempFolder();
    const env = {
      HOME: home,
      USER: "tester",
      WHETSTONE_RUN: "r-1",
      WHETSTONE_ACTOR: "one-caller",
      WHETSTONE_ORIGIN: "human",
    };
    const { call, project } = await serverInTemp({ home, env });
    const root = project("one");
    await call("/v1/record", { root, ...outcome() });
    const { lines } = (await call("/v1/export", { root })).body as { lines: string[] };
    const event = lines.map((line) => JSON.parse(line)).find(({ type }) => type === "outcome-recorded");
    expect(event).toMatchObject({ actor: "tester", origin: "tool:server" });
    expect(event.run).toBeUndefined();
  });

  it("the server closes an idle project and opens it again", async () => {
    const clock = movingClock();
    const { call, project } = await serverInTemp({ set: ["server.projectIdleMs=1000"], clock: clock.read });
    const root = project("one");
    await call("/v1/record", { root, ...outcome() });
    const open = async () => ((await call("/healthz")).body as { projectsOpen: number }).projectsOpen;
    expect(await open()).toBe(1);
    clock.advance(1_000);
    await expect.poll(open).toBe(0);
    expect(await call("/v1/status", { root })).toMatchObject({ body: { outcomes: { success: 1 } } });
  });

  it("the server brings an index that is far behind up to date while it is idle", async () => {
    const { call, project, env } = await serverInTemp({
      set: ["server.projectIdleMs=100000"],
      idleMs: 60_000_000,
    });
    const root = project("one");
    const ws = await openWhetstone({ root, env, origin: "human" });
    onTestFinished(() => ws.close());
    await ws.lessons.add(rule({ text: "Hash credentials with a salt" }));
    const drafts = Array.from({ length: 1_001 }, (_, n) =>
      directiveDrafts(`Keep the rule of part${n} in its module`),
    );
    await seed(ws, drafts.flat());
    const planned = async () => (await call("/v1/plan", { root, task: "Encrypt passwords" })).body;
    expect(await planned()).toMatchObject({ by: "words" });
    await expect.poll(planned, { interval: 500 }).toMatchObject({ by: "words and meaning" });
  });

  it("the server goes on in a new database when the data of a project is deleted or restored", async () => {
    const { call, project, env, home } = await serverInTemp();
    const root = project("one");
    const post = (task: string) => call("/v1/record", { root, ...outcome({ taskId: task }) });
    const found = async () => {
      const ws = await openWhetstone({ root, env });
      const lines = await collect(ws.export());
      await ws.close();
      return lines.map((line) => JSON.parse(line).task).filter((task) => task !== undefined);
    };
    await post("before");
    const { store } = (await call("/v1/status", { root })).body as { store: { location: string } };
    const data = dirname(store.location);
    expect(data.startsWith(join(home, "."))).toBe(true);
    rmSync(data, { recursive: true });
    for (const task of ["one", "two"]) expect(await post(task)).toMatchObject({ status: 200 });
    expect(await found()).toEqual(["one", "two"]);
    expect(await call("/v1/status", { root })).toMatchObject({ body: { outcomes: { success: 2 } } });
    const ws = await openWhetstone({ root, env, origin: "human" });
    onTestFinished(() => ws.close());
    const { backup } = await ws.backUp();
    await post("three");
    await ws.restore({ file: backup ?? "" });
    expect(await post("four")).toMatchObject({ status: 200 });
    expect(await found()).toEqual(["one", "two", "four"]);
  });

  it("the server follows changed settings of a project", async () => {
    const { call, project } = await serverInTemp();
    const root = project("one");
    const setting = async () => {
      const { body } = await call("/v1/status", { root, config: true });
      const { config } = body as { config: { path: string; value: unknown }[] };
      return config.find(({ path }) => path === "antiPatterns.minObservations")?.value;
    };
    expect(await setting()).toBe(3);
    writeFileSync(join(root, "whetstone.json"), '{ "antiPatterns": { "minObservations": 9 } }');
    expect(await setting()).toBe(9);
  });
});

describe("metrics", () => {
  it("the metrics of the server count requests by route and status", async () => {
    const { call, project } = await serverInTemp();
    const root = project("one");
    await call("/v1/status", { root });
    await call("/v1/status", {});
    await call("/v1/made-up-name", {});
    const { body } = await call("/metrics");
    expect(body).toContain('whetstone_server_requests_total{route="status",status="200"} 1\n');
    expect(body).toContain('whetstone_server_requests_total{route="status",status="400"} 1\n');
    expect(body).toContain('whetstone_server_requests_total{route="unknown",status="404"} 1\n');
    expect(body).toContain("whetstone_server_projects_open 1\n");
    for (const line of String(body).trim().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e+]+)$/);
  });

  it("the metrics of a project are its counters", async () => {
    const { call, project } = await serverInTemp();
    const root = project("one");
    await call("/v1/record", { root, ...outcome() });
    const { body } = await call(`/metrics?root=${encodeURIComponent(root)}`);
    expect(body).toContain('whetstone_outcomes_total{result="success"} 1');
  });
});

describe("the end of a server", () => {
  it("an idle server stops, and health checks do not count as use", async () => {
    const { server, call, places } = await serverInTemp({ idleMs: 300 });
    const asking = setInterval(() => void call("/healthz").catch(() => undefined), 20);
    expect(await server.ended).toBe("idle");
    clearInterval(asking);
    await expect(call("/healthz")).rejects.toThrow();
    expect(readState(places.state)).toBeUndefined();
  });

  it("a server finishes answers in progress before it stops", async () => {
    let finish: ((value: { status: number; body: unknown }) => void) | undefined;
    const slow: Host = { name: "slow", handle: () => new Promise((resolve) => (finish = resolve)) };
    const { server, call } = await serverInTemp({ hosts: { slow } });
    const answer = call("/v1/hooks/slow", {});
    await expect.poll(() => finish).toBeDefined();
    await expect.poll(async () => (await call("/v1/shutdown", {})).status).toBe(202);
    await new Promise((resolve) => setTimeout(resolve, 300));
    finish?.({ status: 200, body: { done: true } });
    expect(await answer).toEqual({ status: 200, body: { done: true } });
    expect(await server.ended).toBe("stopped");
  });
});
