import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { plannedStatusLine } from "./status-line.js";

function planned(weaker?: string) {
  const root = tempFolder();
  const home = tempFolder();
  mkdirSync(join(home, ".claude"));
  if (weaker !== undefined) writeFileSync(join(home, ".claude/settings.json"), weaker);
  const place = { root, dist: "/opt/dist", hasProgram: () => true, env: { HOME: home } };
  return plannedStatusLine(join(root, ".claude/settings.local.json"), place);
}

it("Claude Code gets a status line where its person has none, and it is taken back byte for byte", () => {
  const file = planned('{ "model": "theirs" }');
  const before = '{\n  "permissions": {}\n}\n';
  const after = file.after(before);
  expect(JSON.parse(after).statusLine).toMatchObject({
    type: "command",
    command: expect.stringMatching(/^node "\/opt\/dist\/cli\/main\.cjs" status-line --root "/),
  });
  expect(file.after(after)).toBe(after);
  expect(file.without(after, before)).toBe(before);
});

it.each([
  ["in the same file", undefined, '{ "statusLine": { "type": "command", "command": "mine" } }'],
  ["in the settings of the person", '{ "statusLine": { "type": "command", "command": "mine" } }', "{}"],
])("a status line of one's own %s stays", (_where, weaker, before) => {
  expect(planned(weaker).after(before)).toBe(before);
});
