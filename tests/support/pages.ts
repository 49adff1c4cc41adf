import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Whetstone } from "../../src/index.js";
import type { StartOptions } from "../../src/surfaces/server/start-server.js";
import { openProject } from "../../src/verbs/open/open-whetstone.js";
import { newWindow } from "./chromium.js";
import type { As } from "./page-story.js";
import { serverInTemp } from "./server.js";

/** A server with one project, and pages of it in a real browser. */
export async function pagesInTemp(
  browser: () => Promise<Browser>,
  changes: Partial<StartOptions> & { readonly home?: string } = {},
) {
  const started = await serverInTemp(changes);
  const { server, call, env } = started;
  const root = started.project("shop");

  const newCode = async (): Promise<string> => {
    const { body } = await call("/v1/sign-in/code", { root, actor: "ada" });
    return (body as { code: string }).code;
  };
  /** A window that nobody has signed in to. */
  const stranger = async (options?: BrowserContextOptions): Promise<Page> =>
    newWindow(await browser(), options);
  /**
   * A window at an address of the project that holds what signing in leaves in a browser. That a browser gets it
   * there by itself is tested once, and costs two more pages.
   */
  const signedIn = async (address = "/shop/today", options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await stranger(options);
    const { cookie, key } = await signIn(server.url, await newCode());
    await page.context().addCookies([{ ...cookie, url: server.url }]);
    await page.addInitScript(`localStorage.setItem("whetstone-page", ${JSON.stringify(key)})`);
    await page.goto(server.url + address);
    return page;
  };
  /** The project from outside of the server, as a person at a terminal has it open. */
  const project = async <T>(work: (ws: Whetstone, as: As) => Promise<T>): Promise<T> => {
    const opened = openProject({
      root,
      env,
      origin: "human",
      actor: "ada",
      clock: changes.clock ?? Date.now,
    });
    try {
      return await work(opened.handle(), opened.handle);
    } finally {
      await opened.close();
    }
  };
  /** The last event of the log, with its data. */
  const newestEvent = (): Promise<unknown> =>
    project(async (ws) => {
      const lines: string[] = [];
      for await (const line of ws.export()) lines.push(line);
      // The last line of an export counts the others.
      return JSON.parse(lines.at(-2) ?? "{}");
    });
  return { ...started, root, newestEvent, url: server.url, newCode, newWindow: stranger, signedIn, project };
}

/** What the server gives for a code: a cookie, and the key that a page keeps. */
export async function signIn(url: string, code: string) {
  const headers = { "content-type": "application/json", origin: url };
  const answer = await fetch(`${url}/sign-in`, { method: "POST", headers, body: JSON.stringify({ code }) });
  const [, name = "", value = ""] = /^(\w+)=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
  const { key } = (await answer.json()) as { key: string };
  return { cookie: { name, value, httpOnly: true, sameSite: "Strict" as const }, key };
}
