import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasOtherTomlTable, hasOurTomlTable, setTomlTable, unsetTomlTable } from "./edit-toml.js";

const table = { outer: "mcp_servers", name: "hive" };
const values = { command: "whetstone", args: ["mcp"] };

describe("a table in a TOML file", () => {
  it("stands at the end, and goes without a trace", () => {
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

  it("is what a person would write", () => {
    expect(setTomlTable('model = "x"\n', table, values)).toBe(
      'model = "x"\n\n# Written by \'whetstone init\'; \'whetstone uninstall\' takes it out.\n[mcp_servers.hive]\ncommand = "whetstone"\nargs = ["mcp"]\n',
    );
  });

  it("keeps what others wrote before it, behind it and into it", () => {
    const added = setTomlTable("a = 1\n", table, values);
    const changed = `b = 2\n${added}startup_timeout_sec = 30\n\n[other]\nc = 3\n`;
    const moved = setTomlTable(changed, table, { ...values, command: "elsewhere" });
    expect(moved).toContain('command = "elsewhere"\nargs = ["mcp"]\nstartup_timeout_sec = 30\n\n[other]');
    expect(unsetTomlTable(moved, table)).toBe("b = 2\na = 1\n\n[other]\nc = 3\n");
  });

  it("leaves a line end between what stood before and behind it", () => {
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
  ])("that is somebody else's is seen: %j", (text, expected) => {
    expect(hasOtherTomlTable(text, table)).toBe(expected);
  });
});
