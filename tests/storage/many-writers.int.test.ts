import { once } from "node:events";
import { expect, it } from "vitest";
import { jsonLines, startScript } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";
import { collect, openInTemp } from "../support/whetstone.js";

const processes = 20;
const each = 40;
const shared = 10;

it(`${processes} processes that write at once lose nothing, meet no lock error, and agree on shared keys`, async () => {
  const folder = tempFolder();
  const started = Array.from({ length: processes }, (_, n) =>
    startScript("tests/storage/writer.mjs", [folder, `writer-${n}`, String(each), String(shared)]),
  );
  const ended = await Promise.all(started.map((one) => one.ended));
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    ended.map(() => ({ code: 0, stderr: "" })),
  );
  const answers = ended.flatMap(({ stdout }) => jsonLines(stdout).filter((line) => "key" in line));
  expect(answers.filter((answer) => "error" in answer)).toEqual([]);
  expect(answers).toHaveLength(processes * each);

  const ws = await openInTemp({ root: folder });
  const events = (await collect(ws.export())).slice(1, -1).map((line) => JSON.parse(line));
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  const outcomes = events.filter((event) => event.type === "outcome-recorded");
  expect(outcomes).toHaveLength(shared + processes * (each - shared));

  const idOf = new Map(outcomes.map((event) => [event.key, event.id]));
  for (const { key, id } of answers) expect(idOf.get(key)).toBe(id);
  for (let n = 0; n < shared; n += 1) {
    const first = answers.filter((answer) => answer.key === `shared ${n}` && answer.replayed === false);
    expect(first, `shared ${n}`).toHaveLength(1);
  }
  expect((await ws.status()).outcomes.failure).toBe(outcomes.length);
  expect((await ws.doctor()).checks.filter((check) => check.state === "problem")).toEqual([]);
});

it("a process that writes without a pause lets the others in", async () => {
  const folder = tempFolder();
  const [writing, turns] = [6, 150];
  const writers = Array.from({ length: writing }, (_, n) =>
    startScript("tests/storage/writer.mjs", [folder, `writer-${n}`, String(turns), "0", "on-signal"]),
  );
  await Promise.all(writers.map(({ child }) => child.stdout && once(child.stdout, "data")));
  for (const { child } of writers) child.stdin?.write("go");
  const ended = await Promise.all(writers.map((one) => one.ended));
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    ended.map(() => ({ code: 0, stderr: "" })),
  );
  // The order of the log says who had a turn when, however long the turns took.
  const order = ended.map(({ stdout }) =>
    jsonLines(stdout)
      .filter((line) => "id" in line)
      .map(({ seq }) => Number(seq)),
  );
  expect(order.map((seqs) => seqs.length)).toEqual(order.map(() => turns));
  const firstDone = Math.min(...order.map((seqs) => seqs.at(-1) ?? 0));
  const counts = order.map((seqs) => seqs.filter((seq) => seq <= firstDone).length);
  console.info(`turns of each process when the first had all of its own: ${counts.join(", ")}`);
  // Starvation looks like one process with everything and others with nothing.
  expect(Math.min(...counts)).toBeGreaterThan(turns / 10);
});
