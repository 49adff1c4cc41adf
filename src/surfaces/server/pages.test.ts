import { readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { movingClock } from "../../../tests/support/ledger.js";
import { serverInTemp } from "../../../tests/support/server.js";
import { pageKeyHeader } from "./pages.js";

/** A server with a person who has signed in, as a browser would do it. */
async function signedIn(changes: Parameters<typeof serverInTemp>[0] = {}) {
  const started = await serverInTemp(changes);
  const { server, call } = started;
  const root = started.project("shop");
  const newCode = async () => {
    const { body } = await call("/v1/sign-in/code", { root, actor: "ada" });
    return (body as { code: string }).code;
  };
  const signIn = (code: unknown, headers: Record<string, string> = { origin: server.url }) =>
    fetch(`${server.url}/sign-in`, { method: "POST", headers, body: JSON.stringify({ code }) });
  const answer = await signIn(await newCode());
  const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
  const { key, address } = (await answer.json()) as { key: string; address: string };
  const own = { cookie, origin: server.url, [pageKeyHeader]: key };
  const post = (verb: string, input: object, headers: Record<string, string> = own) =>
    fetch(`${server.url}/v1/${verb}`, { method: "POST", headers, body: JSON.stringify({ root, ...input }) });
  return { ...started, root, newCode, signIn, answer, cookie, key, address, own, post };
}

const rule = { text: "Run npm test before every commit", appliesToAgents: ["coder"] };

describe("signing in to the pages", () => {
  it("a code opens the project it was asked for, once", async () => {
    const { answer, address, newCode, signIn } = await signedIn();
    expect(address).toBe("/shop/today");
    expect(answer.headers.get("set-cookie")).toMatch(/; HttpOnly/);
    expect(answer.headers.get("set-cookie")).toMatch(/; SameSite=Strict/);
    const code = await newCode();
    expect(code).toMatch(/^[0-9a-f]{32}$/);
    expect((await signIn(code)).status).toBe(200);
    expect((await signIn(code)).status).toBe(401);
  });

  it("a code is refused after a minute, from another origin, without one, and if it is none", async () => {
    const clock = movingClock();
    const { newCode, signIn } = await signedIn({ clock: clock.read });
    const late = await newCode();
    clock.advance(60_000);
    expect((await signIn(late)).status).toBe(401);
    const good = await newCode();
    expect((await signIn(good, { origin: "https://evil.example" })).status).toBe(403);
    for (const code of ["", "0".repeat(32), 7, null, { a: 1 }]) expect((await signIn(code)).status).toBe(401);
    expect((await signIn(good, {})).status).toBe(401);
  });

  it("only a caller with the token gets a code", async () => {
    const { call, root } = await signedIn();
    const asked = { root, actor: "mallory" };
    expect((await call("/v1/sign-in/code", asked, { token: null })).status).toBe(401);
    expect((await call("/v1/sign-in/code", { root: "shop", actor: "ada" })).status).toBe(400);
  });

  it("a page that has signed in cannot get a code for another", async () => {
    const { post } = await signedIn();
    expect((await post("sign-in/code", { actor: "mallory" })).status).toBe(404);
  });

  it("a sign-in outlasts the server, ends after a week, and its file signs nobody in", async () => {
    const clock = movingClock();
    const { server, places, home, cookie, key } = await signedIn({ clock: clock.read });
    const text = readFileSync(places.signIns, "utf8");
    expect(text).not.toContain(cookie.split("=")[1]);
    expect(text).not.toContain(key);
    if (process.platform !== "win32") expect(statSync(places.signIns).mode & 0o777).toBe(0o600);
    await server.stop();
    const next = await serverInTemp({ home, clock: clock.read });
    const open = () => fetch(`${next.server.url}/shop/today`, { headers: { cookie } });
    expect((await open()).status).toBe(200);
    clock.advance(7 * 24 * 3_600_000);
    expect((await open()).status).toBe(401);
    writeFileSync(places.signIns, "no JSON");
    expect((await open()).status).toBe(401);
  });
});

describe("calls of a page", () => {
  it("a page speaks as the person who signed in", async () => {
    const { post } = await signedIn();
    expect(await (await post("lessons/add", rule)).json()).toMatchObject({ status: "active" });
    const { events } = (await (await post("log", {})).json()) as { events: readonly object[] };
    expect(events.at(-1)).toMatchObject({ actor: "ada", origin: "human" });
  });

  it("a caller with the token is not a person, whatever else it shows", async () => {
    const { call, root, own } = await signedIn();
    const answer = await call("/v1/lessons/add", { root, ...rule, origin: "human" }, { headers: own });
    expect(answer).toMatchObject({ status: 400, body: { error: { field: "origin" } } });
  });

  it("a call is refused without the cookie, the origin or the header, and with those of another", async () => {
    const { post, own, server } = await signedIn();
    const other = await signedIn();
    const { cookie, origin, [pageKeyHeader]: key = "" } = own;
    const asked = async (headers: Record<string, string>) =>
      (await post("lessons/add", rule, headers)).status;
    expect(await asked({ origin, [pageKeyHeader]: key })).toBe(401);
    expect(await asked({ cookie, [pageKeyHeader]: key })).toBe(403);
    expect(await asked({ cookie, origin })).toBe(403);
    expect(await asked({ cookie, origin, [pageKeyHeader]: other.key })).toBe(403);
    expect(await asked({ cookie: other.cookie, origin, [pageKeyHeader]: key })).toBe(401);
    for (const foreign of ["https://evil.example", "null", `http://127.0.0.1:${server.state.port + 1}`])
      expect(await asked({ ...own, origin: foreign })).toBe(403);
    expect((await (await post("status", {})).json()) as object).toMatchObject({ log: { events: 0 } });
  });

  it("a page reads nothing without a sign-in", async () => {
    const { server, root } = await signedIn();
    for (const path of [
      "/",
      "/shop/today",
      "/shop/lessons/x",
      `/live?root=${root}`,
      "/metrics",
      "/nothing/at/all",
    ]) {
      const answer = await fetch(server.url + path);
      // Whoever comes with a code comes to the door first, where nothing is wrong yet.
      expect(answer.status).toBe(path === "/" ? 200 : 401);
      expect(await answer.text()).not.toContain(root);
    }
  });
});

describe("the pages", () => {
  it("no page may be framed, and none runs or loads anything from elsewhere", async () => {
    const { server, own } = await signedIn();
    for (const headers of [{}, own]) {
      const answer = await fetch(`${server.url}/shop/today`, { headers });
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
          "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
      expect(await answer.text()).not.toMatch(/ style=|<style|onclick|https?:\/\//i);
    }
  });

  it("a stream tells which views an event changed, from the place that the page knows", async () => {
    const { server, own, post, root } = await signedIn();
    await post("lessons/add", rule);
    const stop = new AbortController();
    const open = (query: string, headers: Record<string, string> = {}) =>
      fetch(`${server.url}/live?${new URLSearchParams({ root })}&${query}`, {
        headers: { ...own, ...headers },
        signal: stop.signal,
      });
    const [one, two] = [await open("after=1"), await open("after=0", { "last-event-id": "1" })];
    expect(one.headers.get("content-type")).toBe("text/event-stream");
    for (const answer of [one, two])
      expect(await firstChange(answer)).toEqual({
        id: "2",
        data: { views: ["today", "lessons", "sessions", "evidence", "log"] },
      });
    stop.abort();
  });

  it("a server with an open stream stops all the same", async () => {
    const { server, own, root } = await signedIn();
    const answer = await fetch(`${server.url}/live?${new URLSearchParams({ root })}`, { headers: own });
    await server.stop();
    await expect(answer.text()).resolves.toContain("retry");
  });
});

async function firstChange(answer: Response): Promise<object> {
  let text = "";
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString();
    const found = /id: (\d+)\nevent: changed\ndata: (.*)\n\n/.exec(text);
    if (found !== null) return { id: found[1], data: JSON.parse(found[2] ?? "") };
  }
  throw new Error(`no change in ${text}`);
}
