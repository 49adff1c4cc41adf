import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";

type Fields = Readonly<Record<string, unknown>>;

/** A folder in which commands run, and what its log holds afterwards. */
function project() {
  const cwd = tempFolder();
  const call = (line: readonly string[], stdin = "") => commandLine(line, { cwd, stdin });
  const events = async (type: string): Promise<readonly Fields[]> =>
    (await call(["export"])).stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Fields)
      .filter((event) => event.type === type);
  const write = (name: string, records: readonly object[]) =>
    writeFileSync(join(cwd, name), records.map((each) => JSON.stringify(each)).join("\n"));
  return { call, events, write };
}

const signal = {
  bead_id: "bd-123.1",
  duration_ms: 180_000,
  error_count: 0,
  retry_count: 0,
  success: true,
  files_touched: ["src/auth.ts"],
  strategy: "file-based",
  timestamp: "2024-12-12T00:00:00Z",
};
const governed = {
  runId: "run-124",
  result: "failure",
  postExecutionScore: 0.2,
  rollbackOccurred: true,
  humanOverride: false,
  riskLevel: "high",
  adaptersUsed: ["github"],
  failureDetails: { dominantFailureType: "auth", step: "deploy" },
};
const feedback = {
  id: "fb-1",
  criterion: "type_safe",
  type: "harmful",
  timestamp: "2024-12-12T00:00:00Z",
  bead_id: "bd-123.1",
  raw_value: 0.8,
  context: "it missed the null",
};
const error = {
  id: "err-1",
  bead_id: "bd-123.1",
  error_type: "validation",
  message: "Type error in src/auth.ts",
  tool_name: "typecheck",
  context: "After adding OAuth types",
  timestamp: "2024-12-12T10:30:00Z",
  resolved: true,
};

describe("lines of the files that the documents describe", () => {
  it("record takes a swarm's outcome signals, each with a time once", async () => {
    const { call, events, write } = project();
    const failed = {
      ...signal,
      bead_id: "bd-123.2",
      success: false,
      failure_mode: "timeout",
      failure_details: "x",
    };
    write("outcomes.jsonl", [signal, failed]);
    expect(await call(["record", "outcomes.jsonl"])).toMatchObject({
      code: 0,
      stdout: "Recorded 2 of 2 outcomes, 0 refused.\n",
    });
    expect((await call(["record", "outcomes.jsonl"])).stdout).toContain("2 known already");
    expect(await events("outcome-recorded")).toMatchObject([
      {
        task: "bd-123.1",
        at: "2024-12-12T00:00:00.000Z",
        data: {
          result: "success",
          durationMs: 180_000,
          filesTouched: ["src/auth.ts"],
          strategy: "file-based",
        },
      },
      { data: { result: "failure", failureType: "timeout", failureDetails: "x" } },
    ]);
  });

  it("record takes one from a pipe, and an option wins over its field", async () => {
    const { call, events } = project();
    expect((await call(["record", "--errors", "2"], JSON.stringify(signal))).code).toBe(0);
    expect(await events("outcome-recorded")).toMatchObject([{ data: { errorCount: 2 } }]);
  });

  it("record takes a governance service's outcomes.jsonl, and a run once", async () => {
    const { call, events, write } = project();
    await call(["errors", "record", "run-124", "401 from the API"]);
    write("outcomes.jsonl", [
      { ...governed, runId: "run-123", result: "success", adaptersUsed: [] },
      governed,
    ]);
    expect((await call(["record", "outcomes.jsonl"])).code).toBe(0);
    expect((await call(["record", "outcomes.jsonl"])).stdout).toContain("2 known already");
    const [, second] = await events("outcome-recorded");
    expect(second).toMatchObject({
      run: "run-124",
      data: {
        result: "failure",
        quality: 0.2,
        rollbackOccurred: true,
        riskLevel: "high",
        failureType: "auth",
        failureDetails: '{"step":"deploy"}',
        errorCount: 1,
        summary: "The duration was not measured; a neutral one stands for it.",
      },
    });
  });

  it("record takes a swarm's feedback events and error entries beside its outcomes", async () => {
    const { call, events, write } = project();
    write("swarm.jsonl", [feedback, error, signal]);
    const first = await call(["record", "swarm.jsonl"]);
    expect(first).toMatchObject({ code: 0, stdout: "Recorded 1 of 1 outcomes, 0 refused.\n" });
    expect(first.stderr).toContain("Recorded 2 of 2 lines with feedback (1) and errors (1).");
    await call(["record", "swarm.jsonl"]);
    expect(await events("feedback-recorded")).toMatchObject([
      {
        task: "bd-123.1",
        data: { criterion: "type_safe", type: "harmful", value: 0.8, note: "it missed the null" },
      },
    ]);
    expect(await events("error-recorded")).toMatchObject([
      { task: "bd-123.1", data: { errorType: "validation", toolName: "typecheck" } },
    ]);
    expect(await events("error-resolved")).toHaveLength(1);
  });

  it("record lists by line what does not fit, with the field, and takes the others", async () => {
    const { call, events, write } = project();
    write("swarm.jsonl", [
      { ...signal, duration_ms: "fast" },
      { ...feedback, raw_value: 7 },
      { ...governed, at: "yesterday" },
      signal,
    ]);
    const { code, stdout, stderr } = await call(["record", "swarm.jsonl"]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/line 1: 'durationMs'/);
    expect(stderr).toMatch(/line 2: .*'value'/);
    expect(stdout).toMatch(/line 3: .*at/);
    expect(await events("outcome-recorded")).toHaveLength(1);
  });

  it("deliberate takes lines of answers, each with its role", async () => {
    const { call, events, write } = project();
    write("deliberations.jsonl", [
      { role: "judge", text: "Cache keys must always contain the tenant id.", labels: ["cache"], run: "r-1" },
      { role: "auditor", text: "Every migration must be reversible.", phase: "plan", files: ["db/1.sql"] },
    ]);
    expect(await call(["deliberate", "deliberations.jsonl", "--task-id", "bd-1"])).toMatchObject({ code: 0 });
    expect(await events("deliberation-recorded")).toMatchObject([
      { task: "bd-1", run: "r-1", data: { role: "judge", labels: ["cache"] } },
      { task: "bd-1", data: { role: "auditor", phase: "plan", files: ["db/1.sql"] } },
    ]);
    expect(await events("lesson-observed")).toHaveLength(2);
    const lost = await call(["deliberate"], `${JSON.stringify({ text: "Never log tokens." })}\n`);
    expect(lost).toMatchObject({ code: 0, stderr: expect.stringContaining("'role'") });
  });

  it("lessons add takes a swarm's knowledge entries: proposals of a curator, rules of a person", async () => {
    const { call, events, write } = project();
    const entry = {
      id: "k-1",
      lesson: "Validate every request body with a schema before it is used",
      category: "security",
      tags: ["api"],
      required_actions: ["parse it with a schema"],
      applies_to_agents: ["coder"],
      directive_priority: "critical",
      enforcement_mode: "enforce",
      confidence: 0.7,
    };
    const prose = { lesson: "Prefer small pull requests over large ones" };
    write("knowledge.jsonl", [entry, prose, { lesson: "" }]);
    const { code, stdout } = await call(["lessons", "add", "knowledge.jsonl"]);
    expect(code).toBe(2);
    expect(stdout).toContain("its weight was capped");
    expect(stdout).toMatch(/line 3: .*'text'/);
    expect(JSON.parse((await call(["lessons", "list", "--json"])).stdout).lessons).toMatchObject([
      { text: entry.lesson, state: "proposed" },
      { text: prose.lesson, state: "quarantined" },
    ]);
    expect((await call(["lessons", "add", "-", "--by", "maria"], JSON.stringify(entry))).code).toBe(0);
    const proposed = await events("lesson-proposed");
    expect(proposed.map(({ origin }) => origin === "human")).toEqual([false, false, true]);
    expect(proposed.at(-1)).toMatchObject({
      actor: "maria",
      data: { priority: "critical", enforcement: "enforce" },
    });
  });
});
