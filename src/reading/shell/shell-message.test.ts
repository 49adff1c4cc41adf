import { describe, expect, it } from "vitest";
import { decidingPrograms } from "./outcome.js";
import { shellMessage } from "./shell-message.js";

const codeOf = (command: string, ...lines: readonly string[]) =>
  shellMessage(lines, decidingPrograms(command).deciding)?.exitCode;

describe("a message of the shell", () => {
  it.each([
    ["zap --now", "bash: line 1: zap: command not found", 127],
    ["zap --now", "(eval):1: command not found: zap", 127],
    ["zap --now", "sh: 1: zap: not found", 127],
    ["bash zap.sh", "bash: zap.sh: No such file or directory", 127],
    ["bash -c 'zap'", "bash: line 1: zap: command not found", 127],
    ["timeout 5 sh -c 'zap'", "sh: 1: zap: not found", 127],
    ["./run.sh", "zsh: permission denied: ./run.sh", 126],
    ["cd nowhere", "bash: line 1: cd: nowhere: No such file or directory", 1],
    ["cd nowhere", "(eval):cd:1: no such file or directory: nowhere", 1],
    ["ls *.nope", "zsh: no matches found: *.nope", 1],
    ["zap", "'zap' is not recognized as an internal or external command", 1],
    ["x", "zsh: parse error near `)'", 1],
    ["x", "bash: -c: line 1: syntax error near unexpected token `)'", 1],
    ["x", "bash: -c: line 1: unexpected EOF while looking for matching `''", 1],
    ["x", "bash: $}: bad substitution", 1],
    ["x", "zsh: unmatched '", 1],
    ["x", "bash: !x: event not found", 1],
    ["x", "bash: A: unbound variable", 1],
    ["x", "sh: 1: A: parameter not set", 1],
  ])("the exit code of %j that prints %j is %i", (command, line, code) => {
    expect(codeOf(command, "so far", line)).toBe(code);
  });

  it.each([
    ['echo "see `zap`"', "(eval):1: command not found: zap"],
    ["cat log", "bash: line 1: zap: command not found"],
    ["zap", "zap: command not found in the index"],
    ["zap", "all is well"],
  ])("after the command %j no exit code is read from %j", (command, line) => {
    expect(codeOf(command, line)).toBeUndefined();
  });
});
