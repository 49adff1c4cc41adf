import { expect, it } from "vitest";
import { contextWith } from "../../../tests/support/context-with.js";
import { WhetstoneError } from "../../base/errors.js";
import { noteGuarded } from "./note-guarded.js";

const guarded = {
  decision: "denied",
  lessons: ["directive-1"],
  tool: "Bash",
  call: "git push --force",
  run: "s-1",
  actor: "claude-code",
  origin: "tool:claude-code",
} as const;

it("a call that was blocked and cannot be put on record is counted as a loss, and the answer stands", async () => {
  const context = contextWith(() => Promise.reject(new Error("not used")));
  Object.defineProperty(context.ledger, "write", {
    value: () => Promise.reject(new WhetstoneError("busy", "another program writes")),
  });
  await expect(noteGuarded(context, guarded)).resolves.toBeUndefined();
  expect(context.losses.list()).toMatchObject([{ stage: "guard", reason: expect.stringContaining("busy") }]);
});

it("a call that was blocked is answered although its record never ends", async () => {
  const context = contextWith(() => Promise.reject(new Error("not used")));
  Object.defineProperty(context.ledger, "write", { value: () => new Promise(() => undefined) });
  await expect(noteGuarded(context, guarded)).resolves.toBeUndefined();
});
