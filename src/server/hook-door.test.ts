import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { serverInTemp } from "../../tests/support/server.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { claudeCode } from "../hosts/claude-code/claude-code.js";
import { serverPlaces } from "../project/server-places.js";
import { hookDoor, knock } from "./hook-door.js";
import { usualPort } from "./listen.js";
import { readToken } from "./server-token-file.js";

const placesOf = (home: string) => serverPlaces({ env: { HOME: home }, platform: process.platform, home });

it("is at the usual port, for which nothing has to run", async () => {
  const home = tempFolder();
  const places = placesOf(home);
  const shown = await hookDoor({ HOME: home }, false);
  expect(readToken(places.token)).toBeUndefined();
  const door = await hookDoor({ HOME: home }, true);
  if (!("open" in door && "open" in shown)) throw new Error("it is closed");
  const { url, authorization } = door.open("claude-code", "/a b");
  expect(url).toBe(`http://127.0.0.1:${usualPort(places.folder)}/v1/hooks/claude-code?root=%2Fa%20b`);
  expect(authorization).toMatch(/^Bearer [0-9a-f]{64}$/);
  expect(authorization).not.toContain(readToken(places.token));
  expect(shown.open("claude-code", "/a b").url).toBe(url);
});

it("is closed while another program has the port, while the server is elsewhere, and behind a proxy", async () => {
  const { env } = await serverInTemp();
  expect(await hookDoor(env, true)).toMatchObject({
    closed: expect.stringContaining("not at its usual port"),
  });
  expect(await hookDoor({ ...env, HTTP_PROXY: "http://proxy:1" }, true)).toMatchObject({
    closed: expect.stringContaining("NO_PROXY"),
  });
  const home = tempFolder();
  const other = createServer().listen(usualPort(placesOf(home).folder), "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  expect(await hookDoor({ HOME: home }, true)).toMatchObject({
    closed: expect.stringContaining("another program"),
  });
});

it("answers who knocks with the key, and nobody else", async () => {
  const home = tempFolder();
  const port = usualPort(placesOf(home).folder);
  const { project, env } = await serverInTemp({ home, port, hosts: { "claude-code": claudeCode() } });
  const root = project("one");
  const door = await hookDoor(env, true);
  if (!("open" in door)) throw new Error(door.closed);
  const event = { hook_event_name: "StopFailure", session_id: "s", cwd: root };
  const hook = door.open("claude-code", root);
  expect(await knock(hook, event)).toBe(true);
  expect(await knock({ ...hook, authorization: "Bearer 0" }, event)).toBe(false);
  expect(await knock({ ...hook, url: "http://127.0.0.1:1/" }, event)).toBe(false);
});
