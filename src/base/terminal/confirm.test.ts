import { describe, expect, it } from "vitest";
import { confirm } from "./confirm.js";
import { memoryIo } from "./memory-io.contract.js";

describe("confirm", () => {
  it.each([
    ["y\n", true],
    ["YES\r\n", true],
    ["  y \nn\n", true],
    ["\n", false],
    ["n\n", false],
    ["yesterday\n", false],
    ["", false],
    ["y", true],
  ])("confirm takes %j as %s", async (stdin, answer) => {
    const { io, written } = memoryIo({ tty: true, stdin });
    expect(await confirm("Forget it?", io)).toBe(answer);
    expect(written).toEqual({ stdout: "", stderr: "Forget it? [y/N] " });
  });

  it("confirm does not guess when there is no terminal to ask on", async () => {
    await expect(confirm("Forget it?", memoryIo({ stdin: "y\n" }).io)).rejects.toMatchObject({
      code: "invalid_usage",
      next: expect.stringContaining("--yes"),
    });
  });
});
