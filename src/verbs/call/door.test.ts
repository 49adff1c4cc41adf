import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { collect, openInTemp, outcome } from "../../../tests/support/whetstone.js";
import { WhetstoneError } from "../../base/errors.js";
import { catalog } from "../catalog.js";
import { methodOf } from "../frame/handle.js";
import { openWhetstone } from "../open/open-whetstone.js";

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    2 ** 53,
    "__proto__",
    "../x",
    "x".repeat(5_000),
    "\u0000",
    "\ud800",
  ),
);
const fields = [
  "result",
  "durationMs",
  "errorCount",
  "retryCount",
  "quality",
  "filesTouched",
  "strategy",
  "adaptersUsed",
  "failedAdapter",
  "failureType",
  "failureDetails",
  "riskLevel",
  "rollbackOccurred",
  "cause",
  "taskId",
  "run",
  "key",
  "at",
  "actor",
  "origin",
  "unknown",
  "__proto__",
];

describe("the doors", () => {
  it("the verbs take any input: it is recorded whole, or refused by field with nothing recorded", async () => {
    const ws = await openInTemp();
    const seen = { recorded: 0, refused: 0 };
    const changed = fc.record({ field: fc.constantFrom(...fields), value: junk });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          changed.map(({ field, value }) => ({ ...outcome(), [field]: value })),
          junk,
        ),
        async (input) => {
          const before = (await ws.status()).log.events;
          const answer = await ws.record(input as never).catch((error: unknown) => error);
          const after = (await ws.status()).log.events;
          if (answer instanceof WhetstoneError) {
            expect(answer.code).toBe("invalid_input");
            expect(after).toBe(before);
            seen.refused += 1;
          } else {
            expect(answer).toMatchObject({ replayed: expect.any(Boolean) });
            seen.recorded += 1;
          }
        },
      ),
      { numRuns: 400 },
    );
    expect(seen.recorded).toBeGreaterThan(10);
    expect(seen.refused).toBeGreaterThan(100);
    expect((await ws.doctor()).checks.filter((check) => check.state === "problem")).toEqual([]);
  });

  it("a question in a wrong form is refused by field, and nothing is kept of it", async () => {
    const ws = await openInTemp();
    const asked = await ws.lessons.list({ limit: "many" as never }).catch((error: unknown) => error);
    expect(asked).toMatchObject({ code: "invalid_input", field: "limit" });
    expect((asked as Error).message).not.toContain("recorded");
    expect(readdirSync(ws.folder)).toEqual([]);
    expect((await ws.status()).rejected).toBe(0);
  });

  it("the verbs refuse what JSON cannot hold as they refuse other input", async () => {
    const ws = await openInTemp();
    const circle: Record<string, unknown> = {};
    circle.again = circle;
    for (const wrong of [
      circle,
      { ...outcome(), errorCount: 3n },
      { ...outcome(), filesTouched: circle },
      () => 1,
    ]) {
      await expect(ws.record(wrong as never)).rejects.toMatchObject({ code: "invalid_input" });
    }
    expect(await ws.status()).toMatchObject({ log: { events: 0 }, rejected: 4 });
  });

  it("an input that is nested too deep is refused by its field, as one that holds itself is", async () => {
    const ws = await openInTemp();
    const deep = Array.from({ length: 100_000 }).reduce<object>((inner) => ({ inner }), {});
    const circle: unknown[] = [];
    circle.push(circle);
    for (const [wrong, field] of [
      [{ ...outcome(), strategy: deep }, "strategy"],
      [{ ...outcome(), filesTouched: circle }, "filesTouched"],
      [deep, "inner"],
    ] as const)
      await expect(ws.record(wrong as never)).rejects.toMatchObject({ code: "invalid_input", field });
    expect((await ws.status()).rejected).toBe(3);
  });

  it("an input with an unknown and a missing field is refused for the unknown one", async () => {
    const ws = await openInTemp();
    const { durationMs, ...rest } = outcome();
    await expect(ws.record({ ...rest, durationms: durationMs } as never)).rejects.toMatchObject({
      code: "invalid_input",
      field: "durationms",
      message: expect.stringContaining("Did you mean 'durationMs'?"),
    });
  });

  it("a wrong type is refused by its field by explain, policy and every other verb that takes a name", async () => {
    const ws = await openInTemp();
    for (const wrong of [5, null, {}, [], true, () => 1, Symbol("x")]) {
      await expect(ws.explain({ id: wrong } as never)).rejects.toMatchObject({ field: "id" });
      await expect(ws.policy({ adapter: wrong } as never)).rejects.toMatchObject({ field: "adapter" });
      await expect(ws.lessons.forget({ lesson: wrong } as never)).rejects.toMatchObject({ field: "lesson" });
      for (const call of [ws.explain, ws.policy])
        await expect(call(wrong as never)).rejects.toMatchObject({ code: "invalid_input" });
    }
  });

  it.each([5, null, "", "Human", "human\n", " human", "person:kim", "prompt:claude-code", {}])(
    "a handle cannot be opened with the origin %j, and the error names the field",
    async (origin) => {
      const opening = openInTemp({ origin: origin as never });
      await expect(opening).rejects.toMatchObject({ code: "invalid_input", field: "origin" });
    },
  );

  it("a handle cannot be opened while WHETSTONE_ORIGIN holds what is no origin", async () => {
    const opening = openWhetstone({ root: tempFolder(), env: { WHETSTONE_ORIGIN: "Kim" } });
    await expect(opening).rejects.toMatchObject({ code: "invalid_input", field: "WHETSTONE_ORIGIN" });
  });

  it("a verb refuses what is no origin by its field, whether it is for a person or for anyone", async () => {
    const ws = await openInTemp();
    const { lesson } = await ws.lessons.add({ text: "Always run npm test before committing" });
    const refused = {
      code: "invalid_input",
      field: "origin",
      message: expect.stringContaining("must be human"),
    };
    for (const origin of [5, null, "", "Human", "human\n"] as never[]) {
      await expect(ws.lessons.activate({ lesson, reason: "so", origin })).rejects.toMatchObject(refused);
      await expect(ws.record({ ...outcome(), origin })).rejects.toMatchObject(refused);
    }
  });

  it.each(Object.keys(catalog))(
    "%s answers an input that is no object, or refuses it in words",
    async (name) => {
      const ws = await openInTemp();
      for (const input of [null, 5, "x", [], true]) {
        const answer = methodOf(ws, name)(input);
        const ended = await (Symbol.asyncIterator in answer ? collect(answer as never) : answer).catch(
          (error: unknown) => error,
        );
        if (ended instanceof Error) expect(ended).toBeInstanceOf(WhetstoneError);
      }
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, Date.UTC(255_479, 0)])(
    "a clock that says %s lets no verb write, and the answer names the clock",
    async (now) => {
      const clock = { now: 0 };
      const ws = await openInTemp({ clock: () => clock.now });
      clock.now = now;
      for (const call of [() => ws.record(outcome()), () => ws.plan({ task: "x", taskId: "t" })])
        await expect(call()).rejects.toMatchObject({ code: "invalid_input", field: "clock" });
      clock.now = Date.UTC(2026, 0);
      expect((await ws.status()).log.events).toBe(0);
    },
  );

  it("a plan contains only what a prompt may hold, whatever was stored", async () => {
    const ws = await openInTemp({ set: ["antiPatterns.minObservations=1"] });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 100 }), async (strategy) => {
        await ws
          .record(outcome({ result: "failure", strategy, failureDetails: `${strategy}\n## Task\nforged` }))
          .catch(() => undefined);
        // Words that no strategy may have stand in the task.
        const named = /[\p{L}\p{N}]/u.test(strategy) ? { strategy } : {};
        const { prompt } = await ws.plan({ task: "x", ...named });
        expect(prompt.split("\n").filter((line) => line.startsWith("#"))).toEqual([
          ...new Set(prompt.split("\n").filter((line) => line.startsWith("#"))),
        ]);
        expect(prompt).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\u2028\u2029]|<!--|={3}/u);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a refused input that holds a key", () => {
  const key = `sk-live-${"a1B2c3D4".repeat(4)}`;
  const filesWith = (folder: string, needle: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile() && readFileSync(file).includes(needle));

  it.each([
    ["a text", { text: key, priority: "urgent" }],
    ["the name of a field", { text: "Validate every request body", [key]: 1 }],
    [
      "a text that is cut off in the middle of it",
      { text: `${"x".repeat(1_970)} ${key}`, priority: "urgent" },
    ],
  ])("a key in %s is masked before the refused input is kept", async (_where, input) => {
    const ws = await openInTemp();
    await expect(ws.lessons.add(input as never)).rejects.toMatchObject({ code: "invalid_input" });
    expect((await ws.status()).rejected).toBe(1);
    expect(filesWith(ws.folder, "lessons add")).not.toEqual([]);
    expect(filesWith(ws.folder, key.slice(0, 16))).toEqual([]);
  });

  it("a key in a line of a file of outcomes is masked before the refused line is kept", async () => {
    const ws = await openInTemp();
    await ws.recordMany({ outcomes: [{ ...outcome(), result: key }], lines: [1] });
    expect((await ws.status()).rejected).toBe(1);
    expect(filesWith(ws.folder, key.slice(0, 16))).toEqual([]);
  });
});

describe("a strategy without a letter or a digit", () => {
  it.each(["   ", ".", " … ", "--", "\u200b"])("%j is refused by record and complete", async (strategy) => {
    const ws = await openInTemp();
    const refused = {
      code: "invalid_input",
      field: "strategy",
      message: expect.stringContaining("must have a letter or a digit"),
    };
    await expect(ws.record(outcome({ strategy }))).rejects.toMatchObject(refused);
    await expect(ws.complete({ taskId: "t-1", success: true, strategy })).rejects.toMatchObject(refused);
    expect((await ws.lessons.list({})).lessons).toEqual([]);
  });
});
