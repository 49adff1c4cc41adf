import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Called, commandLine } from "../support/command-line.js";
import { patience } from "../support/patience.js";
import { expectToFit } from "../support/published-schema.js";
import { tempFolder } from "../support/temp-folder.js";

const root = join(import.meta.dirname, "../..");
const recorded = join(root, "src/runs/formats/recorded");

/** A project of its own, with the command line in it. */
function project() {
  const cwd = tempFolder();
  const env = patience;
  const call = (...args: string[]) => commandLine(args, { cwd, env });
  const pipe = (stdin: string, ...args: string[]) => commandLine(args, { cwd, env, stdin });
  const json = async (schema: string, args: readonly string[], code = 0, stdin = "") => {
    const ended = await commandLine([...args, "--json"], { cwd, env, stdin });
    expect(ended.code, ended.stderr + ended.stdout).toBe(code);
    const document = JSON.parse(ended.stdout);
    if (schema !== "") expectToFit(schema, document);
    return document;
  };
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  return { cwd, call, pipe, json, write };
}

const refusal = ({ stdout }: Called) => JSON.parse(stdout).error;
const good = { result: "success", durationMs: 60_000, errorCount: 0, retryCount: 0 };
const failed = { ...good, result: "failure", errorCount: 3, adaptersUsed: ["github"], failureType: "auth" };
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

describe("record", () => {
  it("record keeps the good lines of JSON lines, names the bad ones, and ends with 2", async () => {
    const { call, json, pipe, write } = project();
    const text = `${lines(good, { ...good, durationMs: "long" })}\n{"result": "success",\n${lines({ ...good, key: "k" })}`;
    write("outcomes.jsonl", text);
    const ended = await call("record", "outcomes.jsonl");
    expect(ended.code).toBe(2);
    expect(ended.stdout).toContain("Recorded 2 of 4 outcomes, 2 refused.");
    expect(ended.stdout).toMatch(/line 2: 'durationMs': .*number/);
    expect(ended.stdout).toMatch(/line 4: it is not JSON: column \d+/);
    expect(await json("status", ["status"])).toMatchObject({ outcomes: { success: 2 }, rejected: 2 });

    const again = await json("record-many", ["record", "outcomes.jsonl"], 2);
    expect(again).toMatchObject({ read: 4, recorded: 1, replayed: 1, refused: [{ line: 2 }, { line: 4 }] });
    const piped = await pipe(lines(good, good), "record", "-", "--quiet");
    expect(piped).toMatchObject({ code: 0, stderr: "", stdout: "Recorded 2 of 2 outcomes, 0 refused.\n" });
  });

  it("record takes an array, one object and options, and options win", async () => {
    const { json } = project();
    expect(await json("record-many", ["record"], 0, JSON.stringify([good, good]))).toMatchObject({
      recorded: 2,
    });
    const one = await json("record", ["record", "-", "--result", "failure"], 0, JSON.stringify(good));
    expect(one.score).toMatchObject({ value: 0.6, feedback: "neutral" });
  });

  it.each([
    ["pytest.xml", 3, { validation: 1, timeout: 1, tool_failure: 1 }],
    ["vitest.xml", 3, undefined],
    ["biome.sarif", 3, { validation: 3 }],
  ])("record turns %s into a failure with its errors", async (file, total, types) => {
    const { cwd, json } = project();
    copyFileSync(join(recorded, file), join(cwd, file));
    const args = ["record", file, "--task-id", "bd-1", "--duration", "2m"];
    const result = await json("record", args);
    expect(result.score.reasoning).toContain(`did not succeed, fast (2 min), ${total} errors`);
    const { stats } = await json("", ["errors", "list", "bd-1"]);
    expect(stats).toMatchObject({
      total,
      unresolved: total,
      ...(types === undefined ? {} : { by_type: types }),
    });
    const { prompt } = await json("plan", ["plan", "Again", "--task-id", "bd-1"]);
    expect(prompt).toContain("## Previous Errors");
  });

  it("record refuses a report whose failures belong to no task, and writes nothing", async () => {
    const { cwd, call, json } = project();
    copyFileSync(join(recorded, "pytest.xml"), join(cwd, "pytest.xml"));
    const ended = await call("record", "pytest.xml", "--json");
    expect(ended.code).toBe(2);
    expect(refusal(ended)).toMatchObject({
      code: "invalid_input",
      field: "taskId",
      next: "name the task with --task-id",
    });
    expect(await json("status", ["status"])).toMatchObject({ log: { events: 0 } });
  });
});

describe("the loop on the command line", () => {
  it("a task is planned, meets errors and is completed, and the next plan knows it", async () => {
    const { call, json, pipe } = project();
    for (const n of [1, 2, 3]) {
      await json("plan", ["plan", "Split by feature: OAuth", "--task-id", `bd-${n}`]);
      const { error, type } = await json("errors-record", [
        "errors",
        "record",
        `bd-${n}`,
        "request timed out",
        "--tool",
        "curl",
      ]);
      expect(type).toBe("timeout");
      expect((await pipe("Type error in src/auth.ts\n", "errors", "record", `bd-${n}`)).code).toBe(0);
      expect(await json("errors-resolve", ["errors", "resolve", error])).toMatchObject({ replayed: false });
      expect(await json("errors-resolve", ["errors", "resolve", error])).toMatchObject({ replayed: true });
      const context = (await call("errors", "context", `bd-${n}`)).stdout;
      expect(context).toContain("### validation (1 error)");
      expect(context).not.toContain("timed out");
      expect((await call("errors", "context", `bd-${n}`, "--all")).stdout).toContain("  - Tool: curl");
      const args = [
        "complete",
        `bd-${n}`,
        "--failed",
        "--adapter",
        "github",
        "--failure-type",
        "auth",
        "--key",
        `k${n}`,
      ];
      const done = await json("complete", args);
      expect(done).toMatchObject({ errorCount: 2, retryCount: 0, memory_stored: 2, replayed: false });
      expect(await json("complete", args)).toEqual({ ...done, replayed: true });
    }
    expect((await call("plan", "Next", "--task-id", "bd-8")).stdout).toContain(
      "- AVOID: Split by feature. Failed 3/3 times",
    );
    const unknown = await call("complete", "bd-9", "--json");
    expect(unknown.code).toBe(2);
    expect(refusal(unknown)).toMatchObject({ code: "invalid_input", field: "--started-at" });
  });

  it("policy shows the policy, reviews it and sets a limit", async () => {
    const { call, json, write } = project();
    write(
      "runs.jsonl",
      lines(failed, failed, failed, ...Array(30).fill({ ...good, adaptersUsed: ["github"] })),
    );
    expect((await call("record", "runs.jsonl")).code).toBe(0);
    const shown = (await call("policy", "GitHub")).stdout;
    expect(shown).toMatch(/approval +no +required +– +required +learned: /);
    expect(shown).toMatch(/retries +2 +1 +– +1 /);
    expect(shown).toContain("It has earned a review: whetstone relax github");

    const preview = await json("", ["relax", "github", "--dry-run"]);
    expect(preview).toEqual({
      adapter: "github",
      changes: [
        { field: "riskMultiplier", from: 1.4, to: 1 },
        { field: "maxRetries", from: 1, to: 2 },
        { field: "requireApproval", from: true, to: false },
      ],
      note: null,
      event: null,
    });
    const unreasoned = await call("relax", "github", "--yes", "--by", "maintainer", "--json");
    expect(unreasoned.code).toBe(2);
    expect(refusal(unreasoned)).toMatchObject({ code: "invalid_input", field: "--reason" });
    const unasked = await call("relax", "github", "--by", "maintainer", "--reason", "x", "--json");
    expect(refusal(unasked)).toMatchObject({ code: "invalid_usage", next: expect.stringContaining("--yes") });
    expect((await json("policy", ["policy", "github"])).effective.requireApproval.value).toBe(true);

    const relaxed = await json("relax", [
      "relax",
      "github",
      "--yes",
      "--by",
      "maintainer",
      "--reason",
      "new token",
    ]);
    expect(relaxed).toMatchObject({ ...preview, event: expect.any(String) });
    expect((await json("policy", ["policy", "github"])).effective.requireApproval.value).toBe(false);
    const limit = [
      "policy",
      "github",
      "--max-retries",
      "0",
      "--require-approval",
      "--by",
      "maintainer",
      "--reason",
      "production",
    ];
    expect((await json("policy", limit)).effective).toMatchObject({
      maxAttempts: 1,
      requireApproval: { value: true, setBy: "human", why: "maintainer: production" },
    });
    expect((await call("relax", "nobody", "--dry-run")).code).toBe(2);
    await json("explain", ["explain", "github"]);
  });

  it("a lesson is promoted, retired and reset, each with a reason", async () => {
    const { call, json } = project();
    const { strategies } = await json(
      "record",
      ["record", "-"],
      0,
      JSON.stringify({ ...good, strategy: "Split by feature" }),
    );
    const change = (verb: string, ...args: string[]) => ["lessons", verb, strategies[0], ...args];
    const why = ["--reason", "reviewed", "--by", "maintainer"];
    expect(await json("lessons-promote", change("promote", ...why))).toMatchObject({
      before: "candidate",
      state: "proven",
    });
    expect((await call("plan", "Next")).stdout).toContain("Split by feature. Worked 1/1 time (proven)");
    expect(await json("lessons-retire", change("retire", ...why))).toMatchObject({
      retired: [{ state: "deprecated" }],
    });
    expect((await call("plan", "Next")).stdout).toBe("## Task\n\nNext\n");
    const refused = await call(...change("promote", ...why, "--json"));
    expect(refused.code).toBe(2);
    expect(refusal(refused).next).toContain(`lessons reset ${strategies[0]}`);
    expect(await json("lessons-reset", change("reset", ...why))).toMatchObject({ state: "candidate" });
    expect(await json("lessons-list", ["lessons", "list"])).toMatchObject({
      lessons: [{ state: "candidate", successes: 0 }],
    });
    const silent = await call(...change("promote", "--by", "maintainer", "--json"));
    expect(silent.code).toBe(2);
    expect(refusal(silent)).toMatchObject({ code: "invalid_input", field: "--reason" });
  });

  it("report writes a page, Markdown and JSON, says what changed since, and counts", async () => {
    const { cwd, call, json, write } = project();
    write("runs.jsonl", lines(failed, good, { ...good, strategy: "Split by feature <script>" }));
    await call("record", "runs.jsonl");
    const written = await call("report", "--format", "html", "--out", "learning.html");
    expect(written).toMatchObject({ code: 0, stderr: "", stdout: `Wrote ${join(cwd, "learning.html")}\n` });
    const page = readFileSync(join(cwd, "learning.html"), "utf8");
    expect(page).toContain("<strong>3</strong><span>outcomes</span>");
    expect(page).not.toMatch(/<script|https?:/);

    await call("record", "runs.jsonl");
    const report = await json("report", ["report"]);
    expect(report).toMatchObject({
      outcomes: { total: 6, failure: 2 },
      since: { at: expect.any(String), outcomes: 3 },
    });
    expect((await call("report")).stdout).toContain("| 6 | 4 | 0 | 2 |");
    expect((await call("report", "--format", "html")).stdout).toMatch(/^<!doctype html>/);
    const { stdout: metrics } = await call("metrics");
    expect(metrics).toContain('whetstone_outcomes_total{result="failure"} 2\n');
    expect(metrics).toContain('whetstone_reliability_score{adapter="github"} 0.2\n');
    expect((await json("", ["metrics"])).text).toBe(metrics);
  });
});

describe("mistakes that must not come back", () => {
  it("a test report that is recorded twice with one key records its errors once", async () => {
    const { cwd, json } = project();
    copyFileSync(join(recorded, "pytest.xml"), join(cwd, "pytest.xml"));
    const args = ["record", "pytest.xml", "--task-id", "bd-1", "--key", "build 7"];
    await json("record", args);
    expect(await json("record", args)).toMatchObject({ replayed: true });
    expect((await json("", ["errors", "list", "bd-1"])).stats.total).toBe(3);
  });

  it("a test report whose outcome is refused leaves no errors behind", async () => {
    const { cwd, json } = project();
    copyFileSync(join(recorded, "pytest.xml"), join(cwd, "pytest.xml"));
    await json("", ["record", "pytest.xml", "--task-id", "bd-1", "--retries", "many"], 2);
    expect((await json("", ["errors", "list", "bd-1"])).stats.total).toBe(0);
  });

  it("one line that cannot be read is named by its line and kept among the rejected", async () => {
    const { json } = project();
    const { error } = await json("", ["record", "-"], 2, '\n{"result": success}\n');
    expect(error.message).toContain("line 2");
    expect((await json("status", ["status"])).rejected).toBe(1);
  });

  it.each([
    ["errors list", "errors-list", ["errors", "list", "bd-1"]],
    ["relax --dry-run", "relax", ["relax", "github", "--dry-run"]],
    ["report --out", "report", ["report", "--out", "r.md"]],
  ])("the JSON of '%s' fits a schema that is published", async (_what, schema, args) => {
    const { json } = project();
    await json("record", ["record", "-"], 0, JSON.stringify(failed));
    await json(schema, args);
  });
});
