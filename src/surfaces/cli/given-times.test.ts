import { describe, expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { mcpOverHttp } from "../../../tests/support/mcp.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { collect, openInTemp, outcome } from "../../../tests/support/whetstone.js";

const given = "2026-01-02T05:04:05+02:00";
const logged = "2026-01-02T03:04:05.000Z";

const call = (cwd: string, args: readonly string[]) => commandLine(args, { cwd, env: { USER: "kim" } });

async function timesIn(lines: AsyncIterable<string>): Promise<readonly (string | undefined)[]> {
  return (await collect(lines)).slice(1, -1).map((line) => (JSON.parse(line) as { at?: string }).at);
}

describe("a time without milliseconds", () => {
  it("a time without milliseconds is accepted by every verb of the library that takes one, and logged in UTC", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ at: given, taskId: "t-1" }));
    await ws.errors.record({ taskId: "t-1", errorType: "timeout", message: "it took too long", at: given });
    await ws.feedback({ criterion: "type_safe", type: "helpful", value: 1, at: given });
    expect(await timesIn(ws.export())).toEqual(expect.arrayContaining([logged, logged, logged]));
    expect(new Set(await timesIn(ws.export()))).toEqual(new Set([logged]));
  });

  it("a time without milliseconds is the start of the work for complete, which takes no day alone", async () => {
    const ws = await openInTemp({ clock: () => Date.parse(logged) + 60_000 });
    const done = await ws.complete({ taskId: "t-1", success: true, summary: "done", startedAt: given });
    expect(done).toMatchObject({ durationMs: 60_000 });
    const day = ws.complete({ taskId: "t-1", success: true, summary: "done", startedAt: "2026-01-02" });
    await expect(day).rejects.toThrow("'startedAt': must be an ISO 8601 time with its zone");
  });

  it("a time without milliseconds is accepted on the command line, and so is a day alone", async () => {
    const cwd = tempFolder();
    const facts = ["--result", "success", "--duration", "1m", "--errors", "0", "--retries", "0"];
    expect(await call(cwd, ["record", ...facts, "--at", "2026-01-02T03:04:05Z"])).toMatchObject({ code: 0 });
    expect(await call(cwd, ["record", ...facts, "--at", "2026-01-02"])).toMatchObject({ code: 0 });
    const refused = await call(cwd, ["record", ...facts, "--at", "yesterday"]);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'--at': must be an ISO 8601"),
    });
    const { stdout } = await call(cwd, ["export"]);
    expect(stdout).toContain('"at":"2026-01-02T03:04:05.000Z"');
    expect(stdout).toContain('"at":"2026-01-02T00:00:00.000Z"');
  });

  it("a time without milliseconds is accepted over MCP and HTTP", async () => {
    const { tool, call: post, root } = await mcpOverHttp();
    const facts = { bead_id: "t-1", success: true, duration_ms: 1_000, error_count: 0, retry_count: 0 };
    expect(await tool("record_outcome", { ...facts, timestamp: given })).toMatchObject({ isError: false });
    expect(await post("/v1/record", { root, ...outcome({ at: given }) })).toMatchObject({ status: 200 });
  });
});
