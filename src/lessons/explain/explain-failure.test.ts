import { expect, it } from "vitest";
import { adviceOf } from "./explain-failure.js";

const chosen = {
  pair: {
    failed: { tool: "Bash", sort: "shell", text: "npm ci --fsat" },
    line: "unknown option --fsat",
    worked: { tool: "Bash", sort: "shell", text: "npm ci --fast" },
    waits: false,
  },
} as never;

it("the advice about a failure is the command that undid it", () => {
  expect(adviceOf({ sessions: 2, word: "", chosen })).toEqual({
    text: "npm ci --fast",
    command: "npm ci --fast",
  });
});

it("a person's word takes the place of the command, which is not advised then", () => {
  expect(adviceOf({ sessions: 2, word: "Use pnpm", chosen })).toEqual({ text: "Use pnpm", command: "" });
});

it("where nothing worked and nobody said a word there is no advice", () => {
  expect(adviceOf({ sessions: 2, word: "", chosen: undefined })).toEqual({ text: "", command: "" });
});
