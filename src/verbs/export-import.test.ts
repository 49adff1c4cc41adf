import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordedLines, recordings } from "../../tests/support/recordings.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { collect, openInTemp, outcome } from "../../tests/support/whetstone.js";
import type { Whetstone } from "../index.js";
import { deciderOf } from "../log/events/catalog.js";

async function someLog() {
  const ws = await openInTemp();
  for (const n of [1, 2, 3]) {
    await ws.record(
      outcome({
        result: "failure",
        strategy: "Split by layer",
        taskId: `bd-${n}`,
        key: `k${n}`,
        failureDetails: 'ünï "quoted"\n\u2028 \ud800',
      }),
    );
  }
  await ws.plan({ task: "x", run: "r" });
  return ws;
}

/** The footer that fits these lines, as someone would write it who edits an export on purpose. */
function sealed(lines: readonly string[]): string[] {
  const sha256 = createHash("sha256")
    .update(lines.map((line) => `${line}\n`).join(""))
    .digest("hex");
  return [...lines, JSON.stringify({ events: lines.length - 1, sha256 })];
}

describe("an export", () => {
  it("an export imported into an empty project gives the same bytes and the same learning", async () => {
    const source = await someLog();
    const lines = await collect(source.export());
    const target = await openInTemp();
    expect(await target.import({ lines, keepOrigins: true })).toEqual({
      read: 9,
      appended: 9,
      known: 0,
      leftOut: 0,
    });
    expect(await collect(target.export())).toEqual(lines);
    expect(await target.lessons.list()).toEqual(await source.lessons.list());
    expect((await target.doctor()).healthy).toBe(true);
  });

  it("an export imported again changes nothing", async () => {
    const ws = await someLog();
    const lines = await collect(ws.export());
    expect(await ws.import({ lines, keepOrigins: true })).toEqual({
      read: 9,
      appended: 0,
      known: 9,
      leftOut: 0,
    });
    expect(await collect(ws.export())).toEqual(lines);
  });

  it("an export joins a log that has other events, after what is there", async () => {
    const lines = await collect((await someLog()).export());
    const target = await openInTemp();
    await target.record(outcome({ strategy: "Split by feature" }));
    expect(await target.import({ lines, keepOrigins: true })).toMatchObject({ appended: 9 });
    expect((await target.status()).log.events).toBe(11);
    expect((await target.doctor()).healthy).toBe(true);
    const again = await openInTemp();
    await again.import({ lines: await collect(target.export()), keepOrigins: true });
    expect(await collect(again.export())).toEqual(await collect(target.export()));
  });

  it.each(recordings)("the recording %s is exported again with the same bytes", async (file) => {
    const ws = await openInTemp();
    const lines = recordedLines(file);
    await ws.import({ lines, keepOrigins: true });
    expect(await collect(ws.export())).toEqual(lines);
  });

  it("an export of an empty project is a header and a footer, and can be imported", async () => {
    const ws = await openInTemp();
    const lines = await collect(ws.export());
    expect(lines).toHaveLength(2);
    expect(await ws.import({ lines, keepOrigins: true })).toEqual({
      read: 0,
      appended: 0,
      known: 0,
      leftOut: 0,
    });
  });
});

describe("import", () => {
  const refused = async (lines: readonly string[]) => {
    const ws = await openInTemp();
    const error = await ws.import({ lines, keepOrigins: true }).catch((thrown: unknown) => thrown);
    expect((await ws.status()).log.events).toBe(0);
    return error;
  };

  it("import refuses a file that was cut off", async () => {
    const lines = await collect((await someLog()).export());
    for (let kept = 0; kept < lines.length; kept += 1) {
      expect(await refused(lines.slice(0, kept))).toMatchObject({
        code: "invalid_input",
        field: expect.stringMatching(/^line /),
      });
    }
  });

  it("import refuses a file in which one character was changed", async () => {
    const lines = await collect((await someLog()).export());
    const text = lines.join("\n");
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length - 1),
        fc.constantFrom("0", "x", '"', "}"),
        async (at, character) => {
          fc.pre(text[at] !== character && text[at] !== "\n");
          const error = await refused(`${text.slice(0, at)}${character}${text.slice(at + 1)}`.split("\n"));
          expect(["invalid_input", "newer_format"]).toContain((error as { code?: string }).code);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("import refuses events that do not fit their schema, even when the file is sealed again", async () => {
    const lines = (await collect((await someLog()).export())).slice(0, -1);
    const forged = lines.map((line) => line.replace('"result":"failure"', '"result":"fine"'));
    expect(await refused(sealed(forged))).toMatchObject({
      code: "invalid_input",
      field: "line 2",
      message: expect.stringContaining("data.result"),
    });
    const path = lines.map((line) => line.replace('"task":"bd-1"', '"task":"../x"'));
    expect(await refused(sealed(path))).toMatchObject({
      field: "line 2",
      message: expect.stringContaining("task"),
    });
  });

  it("import refuses events of an unknown type or version", async () => {
    const lines = (await collect((await someLog()).export())).slice(0, -1);
    expect(
      await refused(sealed(lines.map((line) => line.replace("outcome-recorded", "moon-landed")))),
    ).toMatchObject({
      code: "newer_format",
    });
    expect(await refused(sealed(lines.map((line) => line.replace(/"v":\d/, '"v":99'))))).toMatchObject({
      code: "newer_format",
    });
    expect(
      await refused(sealed(lines.map((line) => line.replace('"format":2', '"format":3')))),
    ).toMatchObject({
      code: "newer_format",
    });
  });

  it("import refuses an export of a build before the first release, with the script that turns it", async () => {
    const lines = (await collect((await someLog()).export())).slice(0, -1);
    expect(
      await refused(sealed(lines.map((line) => line.replace('"format":2', '"format":1')))),
    ).toMatchObject({
      code: "older_format",
      next: expect.stringContaining("node scripts/from-0.1.0.mjs FILE"),
    });
  });

  it("import refuses an event that exists with other content, or whose key is taken", async () => {
    const ws = await someLog();
    const lines = (await collect(ws.export())).slice(0, -1);
    await expect(
      ws.import({
        lines: sealed(lines.map((line) => line.replace('"actor":"tester"', '"actor":"other"'))),
        keepOrigins: true,
      }),
    ).rejects.toMatchObject({ field: "id" });
    const moved = lines.map((line) => line.replace(/"id":"[0-9a-f]{8}/, '"id":"0fffffff'));
    await expect(ws.import({ lines: sealed(moved), keepOrigins: true })).rejects.toMatchObject({
      field: "key",
    });
    expect((await ws.status()).log.events).toBe(9);
  });

  it("import takes the lines from whatever gives them anew, and refuses what gives them once", async () => {
    const lines = await collect((await someLog()).export());
    const anew = { [Symbol.iterator]: () => lines.values() };
    const ws = await openInTemp();
    await expect(ws.import({ lines: lines.values(), keepOrigins: true })).rejects.toMatchObject({
      code: "invalid_input",
      field: "lines",
    });
    expect(await ws.import({ lines: anew, keepOrigins: true })).toMatchObject({ appended: 9 });
    expect(await collect(ws.export())).toEqual(lines);
  });

  it("import writes nothing when the lines are others once they are taken in", async () => {
    const one = await collect((await someLog()).export());
    const other = await collect((await someLog()).export());
    const times = [one, other];
    const ws = await openInTemp();
    const changing = {
      *[Symbol.iterator]() {
        yield* times.shift() ?? [];
      },
    };
    await expect(ws.import({ lines: changing, keepOrigins: true })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("it changed while it was imported"),
    });
    expect((await ws.status()).log.events).toBe(0);
  });

  it("import refuses a file that is not an export", async () => {
    for (const lines of [[], [""], ["{}"], ["[]", "null"], ["not json"], ['{"whetstone":"log"}']]) {
      expect(await refused(lines)).toMatchObject({ code: "invalid_input" });
    }
  });
});

describe("restore", () => {
  it("restore goes back to a backup or an export, and keeps the files that were there", async () => {
    const ws = await someLog();
    const { backup } = await ws.backUp();
    await ws.record(outcome());
    expect(await ws.restore({ file: backup })).toMatchObject({
      events: 9,
      aside: [expect.stringContaining(".aside-")],
    });
    expect((await ws.status()).log.events).toBe(9);
    await expect(ws.restore({ file: `${tempFolder()}/none.db` })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await ws.status()).log.events).toBe(9);
  });
});

it("export streams the log of another project that is named by its key", async () => {
  const other = await openInTemp();
  await other.record(outcome());
  const { project } = await other.status();
  const ws = await openInTemp({ root: other.folder, project: "a-second-one" });
  expect(await collect(ws.export({ project: project.key }))).toEqual(await collect(other.export()));
  expect(await collect(ws.export())).toHaveLength(2);
});

describe("an import of somebody else's log", () => {
  it("an import takes over no decision of other people, whichever type of event it is", async () => {
    const source = await openInTemp();
    await source.lessons.add({ text: "Never force-push a shared branch" });
    await source.trial.start({ reason: "to see" });
    const lines = await collect(source.export());
    const target = await openInTemp();
    expect(await target.import({ lines })).toMatchObject({ read: 3, appended: 1, leftOut: 2 });
    const types = (await collect(target.export())).join("\n");
    expect(types).toContain("lesson-proposed");
    for (const type of ["lesson-activated", "trial-started"]) expect(types).not.toContain(type);
  });

  it("doctor names a proposal that was imported under the id of another sentence, which changes nothing", async () => {
    const source = await openInTemp({ origin: "agent:coder" });
    await source.lessons.add({ text: "Never force-push a shared branch" });
    const lines = (await collect(source.export())).slice(0, -1);
    const forged = lines.map((line) => line.replace("Never force-push", "Always force-push"));
    const rulesOf = async (ws: Whetstone) => (await ws.doctor()).checks.find(({ name }) => name === "rules");
    expect(await rulesOf(source)).toBeUndefined();
    const target = await openInTemp();
    expect(await target.import({ lines: sealed(forged) })).toMatchObject({ appended: lines.length - 1 });
    expect((await target.lessons.list({ state: "proposed" })).lessons).toEqual([]);
    expect(await rulesOf(target)).toEqual({
      name: "rules",
      state: "warning",
      detail: "1 proposal had the id of another sentence, and changed nothing",
      next: "'whetstone log --type lesson-proposed' names who wrote them",
    });
    expect((await target.doctor()).healthy).toBe(true);
  });

  it("only facts are taken over from any recorded log", async () => {
    for (const file of recordings) {
      const target = await openInTemp();
      await target.import({ lines: recordedLines(file) });
      for (const line of (await collect(target.export())).slice(1, -1))
        expect(deciderOf(JSON.parse(line)), line).toBe("nobody");
    }
  });
});

describe("a key", () => {
  it("a key that comes again with the same content gets the first answer, and with other content is refused", async () => {
    const ws = await openInTemp();
    const first = await ws.record(outcome({ key: "77-1", result: "success", quality: 1 }));
    expect(await ws.record(outcome({ key: "77-1", result: "success", quality: 1 }))).toMatchObject({
      outcome: first.outcome,
      replayed: true,
    });
    for (const other of [{ result: "failure" as const, quality: 1 }, { result: "success" as const }])
      await expect(ws.record(outcome({ key: "77-1", ...other }))).rejects.toMatchObject({
        code: "invalid_input",
        field: "key",
      });
    expect((await ws.status()).log.events).toBe(1);
  });
});
