import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { interleaved } from "./interleaved.mjs";
import { writeLargeExport } from "./large-log.mjs";
import { commandLine, openForBench, withProject } from "./project.mjs";
import { withServer } from "./server-process.mjs";
import { timed } from "./timed.mjs";

export const question =
  "How long until a page shows its content with 10,000 lessons and 100,000 events, compared with an empty " +
  "project and with an empty GET?";

const views = ["today", "lessons", "sessions"];

export async function run({ quick }) {
  const [lessons, events] = quick ? [100, 2_000] : [10_000, 100_000];
  return withProject((large) =>
    withProject(async (empty) => {
      await fill(large, lessons, events);
      const whetstone = await openForBench(empty);
      await whetstone.close();
      return withServer(large, (one) =>
        withServer(empty, async (other) => {
          const browser = await chromium.launch({ executablePath: browserOf(), args: ["--no-sandbox"] });
          try {
            return await measure(
              await opened(browser, large, one),
              await opened(browser, empty, other),
              quick,
            );
          } finally {
            await browser.close();
          }
        }),
      );
    }),
  );
}

function browserOf() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const found = names.map((name) => join("/usr/bin", name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error("this bench needs Chromium: install 'chromium'");
  return found;
}

/** Outcomes of many runs, rules that agents proposed, and sessions in which a call failed. */
async function fill(project, lessons, events) {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));
  try {
    const file = join(folder, "large.jsonl");
    const sessions = Math.ceil(events / 50);
    const count = await writeLargeExport(file, events - lessons - sessions, [
      ...Array.from({ length: lessons }, (_, index) => lessonLine(index)),
      ...Array.from({ length: sessions }, (_, index) => sessionLine(index)),
    ]);
    execFileSync(process.execPath, [commandLine, "import", file], { cwd: project.root, env: project.env });
    const whetstone = await openForBench(project);
    const { total } = await whetstone.lessons.list({ limit: 0 });
    console.log(`${count} events, ${total} lessons`);
    await whetstone.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lessonLine(index) {
  const number = String(index).padStart(5, "0");
  const text = `Check part ${number} of the system before it is released to customers`;
  // The id of a directive is the hash of its text in lower case.
  const lesson = `directive-${createHash("sha256").update(text.toLowerCase()).digest("hex").slice(0, 16)}`;
  const data = {
    ...{ lesson, kind: "directive", text },
    ...{ category: "general", tags: [], triggers: [], requiredActions: [`check part ${number}`] },
    ...{ forbiddenActions: [], verificationChecks: [], appliesToAgents: ["coder"], appliesToTools: [] },
    ...{ priority: "medium", enforcement: "warn", citations: [], bornAtPhase: 0 },
  };
  return eventLine("lesson-proposed", index, { actor: "coder", origin: "agent:coder", v: 1, data });
}

function sessionLine(index) {
  const session = `session-${index}`;
  const option = `--fast-${index % 50}`;
  const data = {
    ...{
      tool: "Bash",
      result: "failure",
      by: "host",
      because: "exit code 1",
      phase: session,
      kind: "misuse",
    },
    ...{ signature: `bash deploy::misuse::unknown option ${option}`, program: "deploy", named: option },
    ...{ cause: `unknown option: ${option}`, text: `unknown option: ${option}`, input: `deploy ${option}` },
  };
  const about = { actor: "claude-code", origin: "tool:claude-code", run: session, task: session };
  return eventLine("reflection-recorded", index, { ...about, v: 1, data });
}

function eventLine(type, index, rest) {
  const hex = (type.length * 0x100_0000 + index).toString(16).padStart(12, "0");
  const at = new Date(Date.now() - 3_600_000 - index * 1_000).toISOString();
  return JSON.stringify({ id: `01990000-0000-7000-8000-${hex}`, seq: index + 1, type, at, ...rest });
}

/** A window of a person who has signed in, and what a program needs to ask for the same pages. */
async function opened(browser, { root }, { url, token }) {
  const answer = await fetch(`${url}/v1/sign-in/code`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ root, actor: "bench" }),
  });
  const { code } = await answer.json();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}/#code=${code}`);
  await page.waitForURL(/today$/);
  const [{ name, value }] = await context.cookies();
  return { page, url, address: page.url().replace(/\/today$/, ""), cookie: `${name}=${value}` };
}

async function measure(large, empty, quick) {
  const rounds = quick ? 2 : 15;
  const rows = [];
  for (const view of views) {
    rows.push(
      await interleaved({
        name: `${view}, from the address to its first paint`,
        subject: "large project in Chromium",
        baseline: "empty project in Chromium",
        rounds,
        runSubject: () => firstPaint(large, view),
        runBaseline: () => firstPaint(empty, view),
      }),
      await interleaved({
        name: `${view}, from a click to its content`,
        subject: "large project in Chromium",
        baseline: "empty project in Chromium",
        rounds,
        runSubject: () => clicked(large, view),
        runBaseline: () => clicked(empty, view),
      }),
      await interleaved({
        name: `${view}, the server alone`,
        subject: "GET of the page, large project",
        baseline: "GET /healthz",
        rounds: rounds * 2,
        runSubject: () => timed(() => fetched(`${large.address}/${view}`, large.cookie)),
        runBaseline: () => timed(() => fetched(`${large.url}/healthz`, "")),
      }),
    );
  }
  return rows;
}

async function firstPaint({ page, address }, view) {
  await page.goto(`${address}/${view}`);
  return page.evaluate(
    `new Promise((done) => new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") done(startTime);
    }).observe({ type: "paint", buffered: true }))`,
  );
}

/** Within a page that is open: the script asks the server for the data and draws it. */
async function clicked({ page, address }, view) {
  await page.goto(`${address}/log`);
  await page.locator("main.view-log").waitFor();
  // Hydrated: from here on links are followed by the script.
  await page.locator(".tail, .soft").first().waitFor();
  return page.evaluate(`new Promise((done) => {
    const began = performance.now();
    const view = ${JSON.stringify(view)};
    new MutationObserver((_, observer) => {
      if (document.querySelector("main.view-" + view) === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    document.querySelector('nav a[href$="/' + view + '"]').click();
  })`);
}

function fetched(url, cookie) {
  return new Promise((done, fail) => {
    get(url, { headers: { cookie } }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on("end", done);
    }).on("error", fail);
  });
}
