import { describe, expect, it } from "vitest";
import { memoryIo } from "../../base/terminal/memory-io.contract.js";
import type { CommandGroup } from "./command.js";
import { helpFor, helpForAll } from "./help.js";
import { sampleProgram } from "./sample-program.contract.js";
import { tree } from "./tree.js";

const sample = { summary: sampleProgram.summary, commands: sampleProgram.tree };

async function help(
  verb: "status" | "record",
  options: Parameters<typeof memoryIo>[0] = {},
  noColor = false,
) {
  const node = sampleProgram.tree[verb];
  if (node === undefined || !("load" in node)) throw new Error(`${verb} is not a command`);
  return helpFor(["whetstone", verb], (await node.load()).command, memoryIo(options).io, noColor);
}

describe("helpFor", () => {
  it("helpFor writes a manual page for a command", async () => {
    await expect(await help("status")).toMatchFileSnapshot("__snapshots__/status-help.txt");
    await expect(await help("record")).toMatchFileSnapshot("__snapshots__/record-help.txt");
  });

  it("helpFor lists the commands of the program in groups, and those of a group by name", async () => {
    await expect(helpFor(["whetstone"], sample, memoryIo().io, false)).toMatchFileSnapshot(
      "__snapshots__/overview.txt",
    );
    const { lessons } = sampleProgram.tree;
    await expect(
      helpFor(["whetstone", "lessons"], lessons as CommandGroup, memoryIo().io, false),
    ).toMatchFileSnapshot("__snapshots__/group-help.txt");
  });

  it("helpForAll lists every command by name, with the global options", async () => {
    await expect(helpForAll(["whetstone"], sample, memoryIo().io, false)).toMatchFileSnapshot(
      "__snapshots__/all-commands.txt",
    );
  });

  it("the program's overview begins with five commands, and lists no command that programs call", () => {
    const page = helpFor(["whetstone"], { summary: "the real one", commands: tree }, memoryIo().io, false);
    const [, start = ""] = page.split("START\n");
    const names = start.split("\n").map((line) => line.trim().split(" ")[0]);
    expect(names.slice(0, 5)).toEqual(["init", "status", "today", "lessons", "open"]);
    const hidden = ["Called by agents", "Policy"];
    for (const [name, { group = "" }] of Object.entries(tree))
      expect(page.includes(`\n  ${name} `), name).toBe(!hidden.includes(group));
  });

  it("lessons show speaks of lessons in its help, and explain of everything that it explains", async () => {
    const { lessons, explain } = tree;
    const show = lessons !== undefined && "commands" in lessons ? lessons.commands.show : undefined;
    if (show === undefined || !("load" in show) || explain === undefined || !("load" in explain))
      throw new Error("there is no such command");
    const pageOf = async (node: typeof show) =>
      helpFor(["whetstone"], (await node.load()).command, memoryIo().io, false);
    expect(await pageOf(explain)).toMatch(/why an outcome has its score/);
    const page = await pageOf(show);
    expect(page).not.toMatch(/outcome has its score|an event, a session/);
    expect(page).toMatch(/<id> +The id of the lesson; its beginning is enough\./);
    expect(page.replace(/\s+/g, " ")).toContain("what undid the failure, and session by session");
  });

  it.each([
    [undefined, 80],
    [60, 60],
    [300, 100],
  ])("at %s columns helpFor keeps lines within %i", async (columns, limit) => {
    const lines = (await help("record", columns === undefined ? {} : { columns })).split("\n");
    const prose = lines.filter((line) => !line.startsWith("    whetstone "));
    expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(limit);
  });

  it("helpFor emphasises titles on a terminal only, and never with --no-color", async () => {
    expect(await help("status", { tty: true })).toContain("\u001b[1mNAME\u001b[22m\n");
    expect(await help("status", { tty: true }, true)).toBe(await help("status"));
  });
});
