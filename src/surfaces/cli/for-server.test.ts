import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCalledOften, isForServer } from "./for-server.js";
import { globalOptions } from "./global-options.js";
import { tokensOf } from "./read-options.js";
import { speakerAt } from "./speaker-at.js";
import { tree } from "./tree.js";

const commands = [
  ...["ack", "brief", "check-tool", "complete", "deliberate", "gate", "plan", "search", "status"],
  "status-line",
];

describe("commands that a server may run", () => {
  it("a server runs what programs call again and again", () => {
    for (const command of commands)
      expect({ command, asked: isForServer([command]) }).toEqual({ command, asked: true });
    expect(isForServer(["record", "--result", "success"])).toBe(true);
    for (const command of [...commands, "record"]) expect(Object.keys(tree)).toContain(command);
  });

  it("a server runs nothing that only a person does, and no program that is not an answer", () => {
    for (const command of Object.keys(tree).filter((name) => ![...commands, "record"].includes(name)))
      expect({ command, asked: isForServer([command, "--result", "x"]) }).toEqual({ command, asked: false });
  });

  it("outcomes from a file or a pipe are recorded by the process that reads them", () => {
    expect(isForServer(["record"])).toBe(false);
    expect(isForServer(["record", "outcomes.jsonl"])).toBe(false);
  });

  it("what is called for its help keeps no code", () => {
    expect(isCalledOften(["status"])).toBe(true);
    expect(isCalledOften(["hook", "codex"])).toBe(true);
    expect(isCalledOften(["status", "--help"])).toBe(false);
    expect(isCalledOften(["lessons"])).toBe(false);
  });

  it("no command line that a server takes has a person as its speaker, however its options are written", () => {
    const words = [
      "--by",
      "--by=Ana",
      "--yes",
      "-y",
      "-qy",
      "-yq",
      "-q",
      "Ana",
      "--json",
      "--",
      "-",
      "--set",
      "--ye",
      "x",
    ];
    const specs = {
      ...globalOptions,
      by: { type: "string", about: "" },
      yes: { type: "boolean", short: "y", about: "" },
    };
    fc.assert(
      fc.property(fc.constantFrom(...commands), fc.array(fc.constantFrom(...words)), (command, rest) => {
        if (!isForServer([command, ...rest])) return;
        const given = tokensOf(rest, specs as never).flatMap((token) =>
          token.kind === "option" ? [[token.name, token.value ?? true]] : [],
        );
        const speaker = speakerAt({ env: { USER: "ana" }, atTerminal: false }, Object.fromEntries(given));
        expect(speaker).toMatchObject({ origin: "tool:cli", witness: undefined });
      }),
    );
  });
});
