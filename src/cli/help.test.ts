import { describe, expect, it } from "vitest";
import { memoryIo } from "../terminal/memory-io.contract.js";
import { helpFor } from "./help.js";
import { sampleProgram } from "./sample-program.contract.js";

async function help(
  verb: "status" | "record",
  options: Parameters<typeof memoryIo>[0] = {},
  noColor = false,
) {
  const node = sampleProgram.tree[verb];
  if (node === undefined || !("load" in node)) throw new Error(`${verb} is no command`);
  return helpFor(["whetstone", verb], (await node.load()).command, memoryIo(options).io, noColor);
}

describe("helpFor", () => {
  it("writes a manual page for a command", async () => {
    await expect(await help("status")).toMatchFileSnapshot("__snapshots__/status-help.txt");
    await expect(await help("record")).toMatchFileSnapshot("__snapshots__/record-help.txt");
  });

  it("writes an overview for a group", async () => {
    const top = { summary: sampleProgram.summary, commands: sampleProgram.tree };
    const text = helpFor(["whetstone"], top, memoryIo().io, false);
    await expect(text).toMatchFileSnapshot("__snapshots__/overview.txt");
  });

  it.each([
    [undefined, 80],
    [60, 60],
    [300, 100],
  ])("at %s columns keeps lines within %i", async (columns, limit) => {
    const lines = (await help("record", columns === undefined ? {} : { columns })).split("\n");
    const prose = lines.filter((line) => !line.startsWith("    whetstone "));
    expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(limit);
  });

  it("emphasises titles on a terminal only, and never with --no-color", async () => {
    expect(await help("status", { tty: true })).toContain("\u001b[1mNAME\u001b[22m\n");
    expect(await help("status", { tty: true }, true)).toBe(await help("status"));
  });
});
