import { describe, expect, it } from "vitest";
import { codexApprovals } from "./approvals.js";

const root = "/work dir/project";
const file = `${root}/.codex/hooks.json`;
const hooks = { root, file, events: ["SessionStart", "Stop"] };

/** As Codex 0.166.0 wrote it. */
const written = `[projects."${root}"]
trust_level = "trusted"

[hooks.state]

[hooks.state."${file}:session_start:0:0"]
trusted_hash = "sha256:e4ff1fc403e62acc"

[hooks.state."${file}:stop:0:0"]
enabled = false
`;

describe("codexApprovals", () => {
  it("codexApprovals tells approved hooks from hooks that are switched off", () => {
    expect(codexApprovals(written, hooks)).toEqual({
      projectTrusted: true,
      approved: ["SessionStart"],
      skipped: ["Stop"],
    });
  });

  it.each([
    ["an empty file", ""],
    ["the settings of another project", written.replaceAll(root, "/work dir/project-2")],
    ["a file without a complete table", "model = 'x'\n[hooks.state"],
    ["a table without a hash", written.replace("trusted_hash", "# trusted_hash")],
  ])("codexApprovals finds no approval in %s", (_what, config) => {
    expect(codexApprovals(config, hooks).approved).toEqual([]);
  });

  it("codexApprovals accepts other spaces, quotes, line ends and list positions", () => {
    const lines = [
      `[hooks.state.'${file}:stop:2:1']`,
      '  trusted_content_hash="sha256:1"',
      `[projects . '${root}']`,
      'trust_level="trusted"',
    ];
    const config = lines.map((line) => `${line}\r\n`).join("");
    expect(codexApprovals(config, hooks)).toEqual({
      projectTrusted: true,
      approved: ["Stop"],
      skipped: ["SessionStart"],
    });
  });

  it("codexApprovals does not count a hook that was approved and then switched off", () => {
    const off = written.replace('e4ff1fc403e62acc"', 'e4ff1fc403e62acc"\nenabled = false');
    expect(codexApprovals(off, hooks).approved).toEqual([]);
  });

  it("codexApprovals reads a megabyte of unmatched quotes", () => {
    expect(codexApprovals(`[${'"'.repeat(500_000)}\n${"a = ".repeat(125_000)}`, hooks).approved).toEqual([]);
  });
});
