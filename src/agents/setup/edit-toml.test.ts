import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasOtherTomlTable, hasOurTomlTable, setTomlTable, unsetTomlTable } from "./edit-toml.js";

const table = { outer: "mcp_servers", name: "hive" };
const values = { command: "whetstone", args: ["mcp"] };

describe("edit-toml", () => {
  it("a table is added at the end of a file and removed without a trace", () => {
    const line = fc.constantFrom(
      "",
      'model = "x"',
      "[mcp_servers.other]",
      "# note",
      "\tkey = 1",
      "[profile.hive]",
    );
    const text = fc
      .tuple(fc.array(line), fc.boolean())
      .map(([lines, end]) => lines.join("\n") + (end ? "\n" : ""));
    fc.assert(
      fc.property(text, (before) => {
        const added = setTomlTable(before, table, values);
        expect(added.startsWith(before)).toBe(true);
        expect(hasOurTomlTable(added, table)).toBe(true);
        expect(setTomlTable(added, table, values)).toBe(added);
        expect(unsetTomlTable(added, table)).toBe(before);
      }),
    );
  });

  it("a new table looks as if a person had written it", () => {
    expect(setTomlTable('model = "x"\n', table, values)).toBe(
      [
        'model = "x"',
        "",
        "# Written by 'whetstone init'; 'whetstone uninstall' takes it out.",
        "[mcp_servers.hive]",
        'command = "whetstone"',
        'args = ["mcp"]',
        "",
      ].join("\n"),
    );
  });

  it("a changed table keeps the text before it, after it and in it that a person wrote", () => {
    const added = setTomlTable("a = 1\n", table, values);
    const changed = `b = 2\n${added}startup_timeout_sec = 30\n\n[other]\nc = 3\n`;
    const moved = setTomlTable(changed, table, { ...values, command: "elsewhere" });
    expect(moved).toContain('command = "elsewhere"\nargs = ["mcp"]\nstartup_timeout_sec = 30\n\n[other]');
    expect(unsetTomlTable(moved, table)).toBe("b = 2\na = 1\n\n[other]\nc = 3\n");
  });

  it("a removed table leaves a line end between the text before and after it", () => {
    const changed = `${setTomlTable("a = 1", table, values)}[other]`;
    expect(unsetTomlTable(changed, table)).toBe("a = 1\n[other]");
  });

  it.each([
    ["[mcp_servers.hive]\ncommand = 'x'", true],
    ['[ mcp_servers . "hive" ]', true],
    ["[mcp_servers.hive.env]", true],
    ["[mcp_servers]\nhive = { command = 'x' }", true],
    ["[mcp_servers]\nhive.command = 'x'", true],
    ["mcp_servers.hive.command = 'x'", true],
    ["mcp_servers = {}", true],
    ["[mcp_servers.hive2]", false],
    ["[mcp_servers]\nother = {}\n[x]\nhive = 1", false],
    [setTomlTable("", table, values), false],
  ])("hasOtherTomlTable of %j is %j", (text, expected) => {
    expect(hasOtherTomlTable(text, table)).toBe(expected);
  });
});
