import { describe, expect, it } from "vitest";
import { readCall, withoutSurroundings } from "./forbidden/read-call.js";
import { isMasked, requiredCommand, runsRequired } from "./required-command.js";

const read = (command: string) => readCall({ tool: "Bash", command, files: [] }, [], withoutSurroundings);
const runs = (required: string, command: string) => {
  const found = requiredCommand(required);
  return found === undefined ? [] : runsRequired(found, read(command));
};

describe("a required command", () => {
  it.each([
    "npm run check",
    "`npm run check`",
    "run npm run check",
    "npm run check was run",
    "Run `npm run check`.",
  ])("'%s' asks for npm run check", (text) => {
    expect(requiredCommand(text)?.text).toBe("npm run check");
  });

  it.each(["write a test first", "no cast of a request body", "src/generated/**", "run the tests"])(
    "'%s' is no command",
    (text) => {
      expect(requiredCommand(text)).toBeUndefined();
    },
  );

  it.each([
    "npm run check",
    "cd app && npm run check",
    "timeout 60 npm run check",
    "bash -c 'npm run check'",
  ])("'%s' runs npm run check", (command) => {
    expect(runs("npm run check", command)).not.toEqual([]);
  });

  it.each(["npm run checks", "echo npm run check", "grep 'npm run check' README.md", "pnpm install"])(
    "'%s' does not run npm run check",
    (command) => {
      expect(runs("npm run check", command)).toEqual([]);
    },
  );

  it.each([
    "npm run check --help",
    "npm run check -- --help",
    "npm run check --dry-run",
    "npm run check --dry-run=client",
    "npm run check &",
    "cd app && nohup npm run check > log 2>&1 &",
    "npm run check && git push & echo started",
    "(cd app; npm run check) & sleep 1",
    "bash -c 'npm run check' &",
  ])("'%s' only tells of npm run check, or leaves it running", (command) => {
    expect(runs("npm run check", command)).toEqual([]);
  });

  it.each([
    "npm run check & wait",
    "npm start & npm run check",
    "npm run check 2>&1",
    "npm run check && curl --version",
  ])("'%s' runs npm run check to its end", (command) => {
    expect(runs("npm run check", command)).not.toEqual([]);
  });

  it("a required dry run is one", () => {
    expect(runs("npm publish --dry-run", "npm publish --dry-run")).not.toEqual([]);
    expect(runs("npm publish --dry-run", "npm publish --dry-run --help")).toEqual([]);
  });

  it("how a line ended says nothing of a command before a pipe", () => {
    const [piped] = runs("npm run check", "npm run check | tail -5");
    const [last] = runs("npm run check", "cd app && npm run check");
    expect(piped && isMasked("npm run check | tail -5", piped)).toBe(true);
    expect(last && isMasked("cd app && npm run check", last)).toBe(false);
  });
});
