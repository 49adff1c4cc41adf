import { describe, expect, it } from "vitest";
import { completionScript } from "./completion.js";
import { sampleProgram } from "./sample-program.contract.js";

describe("completionScript", () => {
  it.each(["bash", "zsh", "fish"] as const)("the completion has a script for %s", async (shell) => {
    const script = await completionScript(shell, sampleProgram);
    await expect(script).toMatchFileSnapshot(`__snapshots__/completion.${shell}`);
  });
});
