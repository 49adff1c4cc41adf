import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { jsonLines, startScript } from "../support/child.js";
import { directiveOf, rule, shortIdIn } from "../support/directives.js";
import { eventsOf } from "../support/insights.js";
import { tempFolder } from "../support/temp-folder.js";
import { collect, openInTemp } from "../support/whetstone.js";

const script = "tests/storage/directive-writer.mjs";
const processes = 20;
const each = 5;
const kills = 20;
const unhurried = { set: ["insights.briefLimitMs=60000", "insights.captureLimitMs=600000"] };

it(`${processes} processes that find the same directive violated escalate it once, and lose nothing`, async () => {
  const folder = tempFolder();
  const before = await openInTemp({ root: folder, ...unhurried });
  const { lesson } = await before.lessons.add(rule());
  const id = shortIdIn(await before.brief({ role: "coder", phase: "shared", run: "r-0" }), lesson);
  await before.close();

  const started = Array.from({ length: processes }, (_, n) =>
    startScript(script, [folder, `writer-${n}`, "violate", id, String(each)]),
  );
  const ended = await Promise.all(started.map((one) => one.ended));
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    ended.map(() => ({ code: 0, stderr: "" })),
  );
  const answers = ended.flatMap(({ stdout }) => jsonLines(stdout).filter((line) => "run" in line));
  expect(answers.filter((answer) => "error" in answer)).toEqual([]);
  expect(answers).toHaveLength(processes * each);
  expect(answers.filter(({ escalated }) => (escalated as string[]).length > 0)).toHaveLength(1);

  const ws = await openInTemp({ root: folder });
  const [escalated, ...others] = await eventsOf(ws, "directive-escalated");
  expect(others).toEqual([]);
  const from = { priority: "medium", enforcement: "warn" };
  const violations = [expect.any(Number), expect.any(Number)];
  expect(escalated).toMatchObject({ data: { lesson, from, violations } });
  expect(await directiveOf(ws, lesson)).toMatchObject({
    priority: "critical",
    enforcement: "enforce",
    failures: processes * each,
  });
  const events = (await collect(ws.export())).slice(1, -1).map((line) => JSON.parse(line));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect((await ws.status()).receipts.violated).toBe(processes * each);
  expect((await ws.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
});

async function firstAnswer({ stdout }: ChildProcess): Promise<void> {
  let text = "";
  while (stdout !== null && !text.includes('"lesson"')) text += (await once(stdout, "data"))[0];
}

it(`every acknowledged directive, active or in quarantine, survives ${kills} kills at random moments`, async () => {
  const folder = tempFolder();
  const acknowledged = new Map<string, string>();
  let killedWhileWriting = 0;
  for (let round = 0; round < kills; round += 1) {
    const { child, ended } = startScript(script, [folder, `w${round}`, "grow"]);
    if (round % 4 === 0) await sleep(Math.random() * 400);
    else await firstAnswer(child).then(() => sleep(Math.random() * 250));
    child.kill("SIGKILL");
    const { signal, stdout, stderr } = await ended;
    expect({ signal, stderr }).toEqual({ signal: "SIGKILL", stderr: "" });
    const lines = jsonLines(stdout).filter((line) => "lesson" in line);
    if (lines.length > 0) killedWhileWriting += 1;
    for (const { lesson, status } of lines) acknowledged.set(String(lesson), String(status));
  }
  const ws = await openInTemp({ root: folder });
  const { lessons } = await ws.lessons.list({ kind: "directive" });
  const states = new Map(lessons.map(({ id, state }) => [id, state as string]));
  const lost = [...acknowledged].filter(([lesson, status]) => {
    const now = states.get(lesson);
    // A change that was written but not acknowledged any more may have moved it on, never back.
    return now !== status && !(status === "quarantined" && now === "active");
  });
  console.info(
    `${kills} kills, ${killedWhileWriting} while writing; ${acknowledged.size} acknowledged, ${lost.length} lost`,
  );
  expect(lost).toEqual([]);
  expect(killedWhileWriting).toBeGreaterThanOrEqual(kills / 2);
  expect(lessons.filter(({ state }) => state !== "active" && state !== "quarantined")).toEqual([]);
  expect((await ws.report()).directives).toMatchObject({
    total: lessons.length,
    quarantined: lessons.filter(({ state }) => state === "quarantined").length,
  });
  expect((await ws.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
});
