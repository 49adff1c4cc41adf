import { describe, expect, it } from "vitest";
import { memoryIo } from "../../../base/terminal/memory-io.contract.js";
import { run } from "../run.js";
import { sampleProgram } from "../sample-program.contract.js";

const program = {
  ...sampleProgram,
  tree: { ...sampleProgram.tree, completion: { summary: "", load: () => import("./completion.js") } },
};

describe("whetstone completion", () => {
  it.each([
    ["bash", "complete -F _whetstone whetstone wst"],
    ["zsh", "#compdef whetstone wst"],
    ["fish", "complete -c wst -w whetstone"],
  ])("completion prints a script for %s that completes the names of the shells", async (shell, line) => {
    const { io, written } = memoryIo();
    expect(await run(["completion", shell], program, io)).toBe(0);
    expect(written.stdout).toContain(line);
    expect(written.stdout).toContain("bash zsh fish");
  });

  it("completion refuses another shell", async () => {
    const { io, written } = memoryIo();
    expect(await run(["completion", "tcsh"], program, io)).toBe(2);
    expect(written.stderr).toContain("use one of: bash, zsh, fish");
  });
});
