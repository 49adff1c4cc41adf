import { copyFileSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { recordedPayload } from "../../../tests/support/recorded-payload.js";
import { type CallInit, serverInTemp } from "../../../tests/support/server.js";
import { loadHosts } from "../../agents/agent.js";
import { agents } from "../../agents/agents.js";
import { claudeCode } from "../../agents/claude-code/agent.js";
import { hookUrl } from "../../base/project/http-hooks.js";
import { loadDriver } from "../../log/store/sqlite/driver.js";
import { callServer } from "./client.js";
import { serverCheck } from "./control.js";
import { ensureToken } from "./ensure-token.js";
import { hookKey } from "./hook-key.js";
import { httpHooksCheck } from "./http-hooks-check.js";
import { usualPort } from "./listen.js";

const route = "/v1/hooks/claude-code";
const file = ".claude/settings.local.json";

/** A server with the real hosts, and calls as Claude Code posts them: with the key of a project. */
async function posting(changes: Parameters<typeof serverInTemp>[0] = {}) {
  const test = await serverInTemp({ hosts: await loadHosts(agents), ...changes });
  const root = test.project("one");
  // A busy machine gives up nothing here.
  const patient = { insights: { briefLimitMs: 10_000, captureLimitMs: 20_000 } };
  writeFileSync(join(root, "whetstone.json"), JSON.stringify(patient));
  const key = hookKey(test.token, "claude-code", root);
  const send = (
    name: string,
    fields: object = {},
    { to = root, ...init }: CallInit & { to?: string } = {},
  ) => {
    const payload = recordedPayload("claude-code", name, root, { session_id: "s-1", ...fields });
    return test.call(`${route}?root=${encodeURIComponent(to)}`, payload, { token: key, ...init });
  };
  const events = async (type: string) => {
    const { lines } = (await test.call("/v1/export", { root })).body as { lines: string[] };
    return lines.map((line) => JSON.parse(line)).filter((event) => type === "*" || event.type === type);
  };
  const losses = async () => {
    const { body } = await test.call("/v1/doctor", { root });
    return (body as { checks: { name: string; detail: string }[] }).checks.find(
      ({ name }) => name === "losses",
    );
  };
  return { ...test, root, key, send, events, losses };
}

/** A session that fails twice in the same way, and then works. */
const steps: readonly (readonly [name: string, fields: object])[] = [
  ["session-start", {}],
  ["user-prompt-submit", {}],
  ["pre-tool-use.bash", { tool_use_id: "t-1" }],
  ["post-tool-use-failure.bash", { tool_use_id: "t-1" }],
  ["post-tool-use-failure.bash", { tool_use_id: "t-2" }],
  ["post-tool-use.bash", { tool_use_id: "t-3" }],
  ["stop", {}],
  ["session-end", {}],
];

/** What `init` writes, at this port and with this key. */
function settle(root: string, port: number, key: string): void {
  const hook = {
    type: "http",
    url: hookUrl(port, "claude-code", root),
    headers: { Authorization: `Bearer ${key}` },
  };
  mkdirSync(join(root, ".claude"), { recursive: true });
  writeFileSync(join(root, file), JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }));
}

describe("the key of a project", () => {
  it("the key of a project opens the hooks of its host", async () => {
    const { send } = await posting();
    expect(await send("pre-tool-use.bash")).toEqual({ status: 200, body: "" });
  });

  it("the key of a project opens no verb and no other route", async () => {
    const { call, root, key: token } = await posting();
    const query = `?root=${encodeURIComponent(root)}`;
    for (const path of ["/v1/status", "/v1/plan", "/v1/lessons/add", "/v1/export", "/v1/shutdown", "/mcp"])
      for (const address of [path, `${path}${query}`])
        expect((await call(address, { root, task: "a" }, { token })).status, address).toBe(401);
    for (const path of ["/metrics", "/openapi.json", `/metrics${query}`, `${route}${query}`])
      expect((await call(path, undefined, { token })).status, path).toBe(401);
    expect(await call("/healthz", undefined, { token })).toEqual({ status: 200, body: { ok: true } });
    for (const path of [
      `${route}/../../status`,
      `${route}/`,
      `${route}%2F..%2F..%2Fstatus`,
      `//v1/hooks/claude-code`,
    ])
      expect((await call(`${path}${query}`, { root }, { token })).status, path).toBe(401);
  });

  it("the key of a project does not open other hosts, nor hosts that do not post", async () => {
    const { call, root, key, token } = await posting();
    const query = `?root=${encodeURIComponent(root)}`;
    for (const host of ["codex", "plugin", "opencode", "constructor"]) {
      for (const shown of [key, hookKey(token, host, root)])
        expect((await call(`/v1/hooks/${host}${query}`, { cwd: root }, { token: shown })).status, host).toBe(
          401,
        );
    }
  });

  it("the key of a project does not open another one that the address names", async () => {
    const { send, project } = await posting();
    expect((await send("pre-tool-use.bash", {}, { to: project("two") })).status).toBe(401);
  });

  it("the key of a project records in that project alone, whatever folder a call names", async () => {
    const { call, send, project, root, events } = await posting();
    const other = project("two");
    const inside = join(root, "vendor/three");
    mkdirSync(join(inside, ".git/refs"), { recursive: true });
    const folders = [other, inside, dirname(root), "/", "", join(root, "missing")];
    for (const [at, cwd] of folders.entries()) {
      const sent = await send("post-tool-use-failure.bash", { cwd, tool_use_id: `t-${at}` });
      expect(sent.status, cwd).toBe(200);
    }
    expect(await events("reflection-recorded")).toHaveLength(folders.length);
    for (const folder of [other, inside]) {
      const { lines } = (await call("/v1/export", { root: folder })).body as { lines: string[] };
      // The first and the last line of every export.
      expect(lines, folder).toHaveLength(2);
    }
  });

  it("a posted event that names no folder is noted in the key's project", async () => {
    const { send, losses } = await posting();
    for (const cwd of [7, undefined]) expect((await send("pre-tool-use.bash", { cwd })).status).toBe(200);
    expect((await losses())?.detail).toContain("enforcement was off: 2 times");
  });

  it("a truncated key and the key of another user are refused", async () => {
    const { send, key } = await posting();
    const stranger = await posting();
    for (const token of [null, "", key.slice(1), key.toUpperCase(), "0".repeat(64), stranger.key])
      expect((await send("pre-tool-use.bash", {}, { token })).status).toBe(401);
  });

  it("the key of a project does not reveal the token", async () => {
    const { key, token } = await posting();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(key).not.toContain(token.slice(0, 8));
  });
});

describe("a posted event", () => {
  it("a posted event of an agent that Whetstone started is ignored", async () => {
    const { send, events } = await posting();
    const failing = { headers: { "x-whetstone-nested": "1" } };
    await send("post-tool-use-failure.bash", {}, failing);
    expect(await events("reflection-recorded")).toEqual([]);
    await send("pre-tool-use.bash", { tool_name: undefined }, failing);
  });

  it("a posted event counts once when the plugin sends it too", async () => {
    const session = async (twice: boolean) => {
      const { send, call, root, events } = await posting();
      for (const [name, fields] of steps) {
        const payload = recordedPayload("claude-code", name, root, { session_id: "s-1", ...fields });
        const again = twice ? [call("/v1/hooks/plugin", payload)] : [];
        await Promise.all([send(name, fields), ...again]);
      }
      return (await events("*")).map(({ type }) => type);
    };
    expect(await session(true)).toEqual(await session(false));
  });

  it("a posted event above the limit is refused, and doctor reports it", async () => {
    const { send, env, call, root } = await posting({ set: ["server.hookMaxBytes=4096"] });
    const big = { tool_response: { stdout: "x".repeat(5_000_000) } };
    expect((await send("post-tool-use.bash", big)).status).toBe(413);
    expect((await serverCheck(env, Date.now())).detail).toContain("larger than 4096 bytes");
    const payload = recordedPayload("claude-code", "post-tool-use.bash", root, big);
    expect((await call(route, payload)).status).toBe(413);
    const answer = await callServer("hooks/claude-code", payload, {
      budgetMs: 10_000,
      env,
      version: "0.0.1",
    });
    expect(answer?.status ?? 413).toBe(413);
    const { detail } = await serverCheck(env, Date.now());
    expect(detail).toMatch(/[3-9] losses/);
  });

  it("a posted event may be larger than the input of a verb", async () => {
    const { send } = await posting();
    expect(
      (await send("post-tool-use.bash", { tool_response: { stdout: "x".repeat(3_000_000) } })).status,
    ).toBe(200);
  });
});

describe("outdated settings", () => {
  const said = (body: unknown) => (body as { systemMessage?: string } | "" | undefined) || {};

  it("outdated settings are reported to the person at the start of a session", async () => {
    const { server, send, root, key, losses } = await posting();
    const { port } = server.state;
    settle(root, port, key);
    const start = async (session_id: string) => said((await send("session-start", { session_id })).body);
    expect(await start("1")).not.toHaveProperty("systemMessage");
    settle(root, port + 1, key);
    expect(await start("2")).toMatchObject({
      systemMessage: expect.stringMatching(
        /settings name 127\.0\.0\.1:\d+.*the server is at.*whetstone init/,
      ),
    });
    expect((await losses())?.detail).toContain("does not see the tool calls of this session");
    settle(root, port, "0".repeat(64));
    expect(await start("3")).toMatchObject({ systemMessage: expect.stringContaining("outdated key") });
  });

  it("settings of another worktree are accepted, those of another project are not", async () => {
    const { server, send, root, key, home, project } = await posting();
    const tree = join(home, "tree");
    const git = join(root, ".git/worktrees/tree");
    mkdirSync(git, { recursive: true });
    mkdirSync(tree);
    for (const head of [join(root, ".git/HEAD"), join(git, "HEAD")])
      writeFileSync(head, "ref: refs/heads/main\n");
    writeFileSync(join(git, "commondir"), "../..\n");
    writeFileSync(join(tree, ".git"), `gitdir: ${git}\n`);
    const settings = (folder: string, of: string) => {
      settle(of, server.state.port, key);
      mkdirSync(join(folder, ".claude"), { recursive: true });
      copyFileSync(join(of, file), join(folder, file));
    };
    settings(tree, root);
    expect((await send("pre-tool-use.bash", { cwd: tree })).status).toBe(200);
    const started = await send("session-start", { cwd: tree, session_id: "s-2" });
    expect(said(started.body)).not.toHaveProperty("systemMessage");
    const other = project("two");
    settings(other, root);
    const check = await httpHooksCheck(claudeCode, other, { HOME: home }, () => []);
    expect(check).toMatchObject([{ detail: expect.stringContaining("another project") }]);
  });

  it("a proxy that would intercept the posts is reported", async () => {
    const { server, call, root, key } = await posting();
    settle(root, server.state.port, key);
    const payload = recordedPayload("claude-code", "session-start", root);
    expect(said((await call(`${route}?proxied`, payload)).body)).toMatchObject({
      systemMessage: expect.stringContaining("NO_PROXY=127.0.0.1"),
    });
  });

  it("doctor finds outdated settings, whether the server runs or not", async () => {
    const { server, root, key, env, places } = await posting();
    const check = async (variables: object = {}) =>
      (await httpHooksCheck(claudeCode, root, { ...env, ...variables }, () => []))[0];
    expect(await check()).toBeUndefined();
    settle(root, server.state.port, key);
    expect(await check()).toMatchObject({ state: "ok" });
    expect(await check({ HTTPS_PROXY: "http://proxy:1" })).toMatchObject({ state: "warning" });
    await server.stop();
    expect(await check()).toMatchObject({
      state: "problem",
      next: expect.stringContaining("whetstone init"),
    });
    settle(root, usualPort(places.folder), key);
    expect(await check()).toMatchObject({ state: "ok" });
    writeFileSync(places.token, "damaged");
    ensureToken(places.token);
    expect(await check()).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("outdated key"),
    });
  });
});

describe("a project that a newer version wrote", () => {
  /** Schema 999, which no version of this program knows. */
  async function raiseSchema({ call, root }: Awaited<ReturnType<typeof posting>>): Promise<void> {
    const { store } = (await call("/v1/status", { root })).body as { store: { location: string } };
    const database = (await loadDriver())(store.location, "write");
    database.exec("PRAGMA user_version = 999");
    database.close();
  }

  const denied = {
    hookSpecificOutput: {
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringMatching(/written by a newer Whetstone.*npm install/),
    },
  };

  it.each(["open in the server", "opened by the call"])(
    "tool calls in a project that a newer version wrote are denied with the reason, and the person is told: %s",
    async (when) => {
      const all = await posting();
      await all.send("session-start");
      await raiseSchema(all);
      const { send, env, losses } = when.startsWith("opened") ? await reopened(all) : all;
      expect(await send("pre-tool-use.bash")).toMatchObject({ status: 200, body: denied });
      const noted = [(await serverCheck(env, Date.now())).detail, (await losses())?.detail];
      expect(noted.join("\n")).toMatch(/denied: .*newer/);
      for (const name of ["session-start", "user-prompt-submit"])
        expect(await send(name, { session_id: "s-2" })).toMatchObject({
          body: { systemMessage: expect.stringContaining("written by a newer Whetstone") },
        });
    },
  );

  async function reopened({ server, home }: Awaited<ReturnType<typeof posting>>) {
    await server.stop();
    return posting({ home });
  }
});

describe("a server that was not running", () => {
  it("a server that starts in the middle of a session notes once what it missed", async () => {
    const { server, send, root, key, losses, home } = await posting();
    settle(root, server.state.port, key);
    for (const name of ["session-start", "user-prompt-submit", "pre-tool-use.bash", "stop"]) await send(name);
    expect(await losses()).toMatchObject({ state: "ok" });
    await server.stop();
    const next = await posting({ home });
    settle(root, next.server.state.port, key);
    await Promise.all([next.send("pre-tool-use.bash"), next.send("post-tool-use.bash")]);
    await next.send("stop");
    const reported = await next.losses();
    expect(reported).toMatchObject({ state: "problem" });
    expect(reported?.detail).toContain(`no server ran before ${next.server.state.startedAt}`);
    expect(reported?.detail.match(/no server ran/g)).toHaveLength(1);
  });

  it("a server after one that was killed notes since when events were missed", async () => {
    const { server, places, send, root, key, home } = await posting();
    settle(root, server.state.port, key);
    await send("session-start");
    const left = readFileSync(places.state, "utf8").replace(/"pid":\d+/, '"pid":2147483646');
    await server.stop();
    writeFileSync(places.state, left);
    const lastSeen = new Date("2026-01-01T10:00:00.000Z");
    utimesSync(places.state, lastSeen, lastSeen);
    const next = await posting({ home });
    await next.send("stop");
    expect((await next.losses())?.detail).toContain(`between ${lastSeen.toISOString()} and`);
  });

  it("a server notes no missed events when a turn begins, or when hooks are commands", async () => {
    const { server, send, root, key, losses } = await posting();
    await send("stop", { session_id: "by commands" });
    settle(root, server.state.port, key);
    await send("user-prompt-submit", { session_id: "after a break" });
    await send("stop", { session_id: "after a break" });
    await send("session-end", { session_id: "closed after a break" });
    expect(await losses()).toMatchObject({ state: "ok" });
  });

  it("a session that two servers saw a part of has no number of calls, and one that a server saw whole has", async () => {
    const turn = ["user-prompt-submit", "post-tool-use.bash", "stop"];
    const calls = async (all: Awaited<ReturnType<typeof posting>>) =>
      (await all.events("outcome-recorded")).map(({ task, data }) => [task, data.toolCalls]);
    const first = await posting();
    const inFirst = (session: string) => async (name: string) =>
      first.send(name, { session_id: session, tool_use_id: `${session}-1` });
    for (const name of ["session-start", ...turn, "session-end"]) await inFirst("whole")(name);
    for (const name of ["session-start", ...turn]) await inFirst("parted")(name);
    expect(await calls(first)).toEqual([["whole", 1]]);
    await first.server.stop();
    const next = await posting({ home: first.home });
    const inNext = (session: string) => async (name: string) =>
      next.send(name, { session_id: session, tool_use_id: `${session}-2` });
    for (const name of [...turn, "session-end"]) await inNext("parted")(name);
    // It ended, and is gone on with: the new part is seen whole.
    for (const name of ["session-start", ...turn, "session-end"]) await inNext("whole")(name);
    expect(await calls(next)).toEqual([
      ["whole", 1],
      ["parted", undefined],
      ["whole", 1],
    ]);
  });

  it("a session whose first event is a tool's has no number of calls", async () => {
    const { send, events } = await posting();
    for (const name of ["post-tool-use.bash", "stop", "session-end"]) await send(name);
    for (const name of ["session-start", "post-tool-use.bash", "stop", "session-end"])
      await send(name, { session_id: "whole", tool_use_id: "t-2" });
    const outcomes = await events("outcome-recorded");
    expect(outcomes.map(({ data }) => data.toolCalls)).toEqual([undefined, 1]);
  });

  it("the server does not stop in the middle of a turn: posts could not start it again", async () => {
    let aheadMs = 0;
    const { server, send, call, places } = await posting({
      set: ["server.projectIdleMs=100"],
      idleMs: 600_000,
      clock: () => Date.now() + aheadMs,
    });
    await send("user-prompt-submit");
    // A person may be asked for permission in the evening and give it in the morning.
    aheadMs += 11 * 3_600_000;
    // Each time it checks whether to stop, it touches its file.
    const looked = () => statSync(places.state).mtimeMs;
    const before = looked();
    await expect.poll(looked).toBeGreaterThan(before);
    expect((await call("/healthz")).status).toBe(200);
    await send("stop");
    aheadMs += 600_000;
    expect(await server.ended).toBe("idle");
  });

  it("a turn that never ends keeps the server for half a day, and not longer", async () => {
    let aheadMs = 0;
    const { server, send } = await posting({
      set: ["server.projectIdleMs=100"],
      idleMs: 600_000,
      clock: () => Date.now() + aheadMs,
    });
    await send("user-prompt-submit");
    aheadMs += 13 * 3_600_000;
    expect(await server.ended).toBe("idle");
  });
});
