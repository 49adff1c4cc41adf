import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { serverInTemp } from "../../../tests/support/server.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { loadHosts } from "../../agents/agent.js";
import { agents } from "../../agents/agents.js";
import { serverPlaces } from "../../base/project/server-places.js";
import { hookEndpoint, pingHook } from "./hook-endpoint.js";
import { usualPort } from "./listen.js";
import { readToken } from "./server-files.js";

const placesOf = (home: string) => serverPlaces({ env: { HOME: home }, platform: process.platform, home });

it("hookEndpoint says in words why its folder cannot be made", async () => {
  const home = tempFolder();
  writeFileSync(join(home, "file"), "");
  const made = hookEndpoint({ HOME: home, WHETSTONE_DATA_DIR: join(home, "file/data") }, true);
  await expect(made).rejects.toMatchObject({ code: "not_writable", next: expect.any(String) });
});

it("hookEndpoint names the usual port even while no server runs", async () => {
  const home = tempFolder();
  const places = placesOf(home);
  const shown = await hookEndpoint({ HOME: home }, false);
  expect(readToken(places.token)).toBeUndefined();
  const endpoint = await hookEndpoint({ HOME: home }, true);
  if (!("hookFor" in endpoint && "hookFor" in shown)) throw new Error("it is unavailable");
  const { url, authorization } = endpoint.hookFor("claude-code", "/a b");
  expect(url).toBe(`http://127.0.0.1:${usualPort(places.folder)}/v1/hooks/claude-code?root=%2Fa%20b`);
  expect(authorization).toMatch(/^Bearer [0-9a-f]{64}$/);
  expect(authorization).not.toContain(readToken(places.token));
  expect(shown.hookFor("claude-code", "/a b").url).toBe(url);
});

it("hookEndpoint is unavailable behind a proxy, at a taken port, and at another port", async () => {
  const { env } = await serverInTemp();
  expect(await hookEndpoint(env, true)).toMatchObject({
    unavailable: expect.stringContaining("not at its usual port"),
  });
  expect(await hookEndpoint({ ...env, HTTP_PROXY: "http://proxy:1" }, true)).toMatchObject({
    unavailable: expect.stringContaining("NO_PROXY"),
  });
  const home = tempFolder();
  const other = createServer().listen(usualPort(placesOf(home).folder), "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  expect(await hookEndpoint({ HOME: home }, true)).toMatchObject({
    unavailable: expect.stringContaining("another program"),
  });
});

it("pingHook succeeds only with the right key and address", async () => {
  const home = tempFolder();
  const port = usualPort(placesOf(home).folder);
  const { project, env } = await serverInTemp({ home, port, hosts: await loadHosts(agents) });
  const root = project("one");
  const endpoint = await hookEndpoint(env, true);
  if (!("hookFor" in endpoint)) throw new Error(endpoint.unavailable);
  const event = { hook_event_name: "StopFailure", session_id: "s", cwd: root };
  const hook = endpoint.hookFor("claude-code", root);
  expect(await pingHook(hook, event)).toBe(true);
  expect(await pingHook({ ...hook, authorization: "Bearer 0" }, event)).toBe(false);
  expect(await pingHook({ ...hook, url: "http://127.0.0.1:1/" }, event)).toBe(false);
});
