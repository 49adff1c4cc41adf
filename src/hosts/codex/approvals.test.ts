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

describe("what Codex's settings say of our hooks", () => {
  it("is what a person approved, and what was switched off", () => {
    expect(codexApprovals(written, hooks)).toEqual({
      projectTrusted: true,
      approved: ["SessionStart"],
      skipped: ["Stop"],
    });
  });

  it.each([
    ["nothing", ""],
    ["another project", written.replaceAll(root, "/work dir/project-2")],
    ["no table", "model = 'x'\n[hooks.state"],
    ["a hash that is not there", written.replace("trusted_hash", "# trusted_hash")],
  ])("is no approval in %s", (_what, config) => {
    expect(codexApprovals(config, hooks).approved).toEqual([]);
  });

  it("takes other spaces, quotes, line ends and places in the list", () => {
    const config = `[hooks.state.'${file}:stop:2:1']\r\n  trusted_content_hash="sha256:1"\r\n[projects . '${root}']\r\ntrust_level="trusted"\r\n`;
    expect(codexApprovals(config, hooks)).toEqual({
      projectTrusted: true,
      approved: ["Stop"],
      skipped: ["SessionStart"],
    });
  });

  it("does not take what was approved and then switched off", () => {
    const off = written.replace('e4ff1fc403e62acc"', 'e4ff1fc403e62acc"\nenabled = false');
    expect(codexApprovals(off, hooks).approved).toEqual([]);
  });

  it("reads a megabyte of nonsense in a moment", () => {
    expect(codexApprovals(`[${'"'.repeat(500_000)}\n${"a = ".repeat(125_000)}`, hooks).approved).toEqual([]);
  });
});
