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

it("a process that writes without a pause lets the others finish", async () => {
  const folder = tempFolder();
  const turns = 25;
  const restless = startScript("tests/storage/writer.mjs", [folder, "restless", "forever"]);
  const others = await Promise.all(
    Array.from(
      { length: 5 },
      (_, n) => startScript("tests/storage/writer.mjs", [folder, `writer-${n}`, String(turns)]).ended,
    ),
  );
  restless.child.kill("SIGKILL");
  expect(others.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    others.map(() => ({ code: 0, stderr: "" })),
  );
  const writtenIn = (stdout: string) => jsonLines(stdout).filter((line) => "id" in line).length;
  expect(others.map(({ stdout }) => writtenIn(stdout))).toEqual(others.map(() => turns));
  // The kill found it still writing, without an error.
  const { signal, stdout } = await restless.ended;
  expect(signal).toBe("SIGKILL");
  expect(writtenIn(stdout)).toBe(jsonLines(stdout).length - 1);
});
