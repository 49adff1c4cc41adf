import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { jsonLines, startScript } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";
import { collect, openInTemp } from "../support/whetstone.js";

const kills = 120;

async function firstAnswer({ stdout }: ChildProcess): Promise<void> {
  let text = "";
  while (stdout !== null && !text.includes('"key"')) text += (await once(stdout, "data"))[0];
}

it(`every acknowledged outcome survives ${kills} kills at random moments`, async () => {
  const folder = tempFolder();
  const acknowledged = new Map<string, string>();
  let killedWhileWriting = 0;
  for (let round = 0; round < kills; round += 1) {
    const { child, ended } = startScript("tests/storage/writer.mjs", [folder, `writer-${round}`, "forever"]);
    // Every other process is killed at any moment of its life, the rest in the middle of their writing.
    if (round % 2 === 0) await sleep(Math.random() * 400);
    else await firstAnswer(child).then(() => sleep(Math.random() * 40));
    child.kill("SIGKILL");
    const { signal, stdout } = await ended;
    expect(signal).toBe("SIGKILL");
    const lines = jsonLines(stdout).filter((line) => "key" in line);
    expect(lines.filter((line) => "error" in line)).toEqual([]);
    if (lines.length > 0) killedWhileWriting += 1;
    for (const { key, id } of lines) acknowledged.set(String(key), String(id));
  }
  const ws = await openInTemp({ root: folder });
  const events = (await collect(ws.export())).slice(1, -1).map((line) => JSON.parse(line));
  const byKey = new Map(
    events.filter((event) => event.key !== undefined).map((event) => [event.key, event.id]),
  );
  const lost = [...acknowledged].filter(([key, id]) => byKey.get(key) !== id);
  console.info(
    `${kills} kills, ${killedWhileWriting} of them while writing; ${acknowledged.size} acknowledged, ${events.length} events, ${lost.length} lost`,
  );
  expect(lost).toEqual([]);
  expect(killedWhileWriting).toBeGreaterThanOrEqual(kills / 2);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect((await ws.doctor()).checks.filter((check) => check.state === "problem")).toEqual([]);
});
