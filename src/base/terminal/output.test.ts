import { describe, expect, it } from "vitest";
import { memoryIo } from "./memory-io.contract.js";
import { createPrinter, type PrinterFlags } from "./output.js";

const globals: PrinterFlags = {
  json: false,
  "no-color": false,
  quiet: false,
};

function printer(change: Partial<PrinterFlags> = {}, tty = false) {
  const { io, written } = memoryIo({ tty });
  return { printer: createPrinter(io, { ...globals, ...change }), written };
}

describe("the printer", () => {
  it("the printer renders for people, with one newline at the end", () => {
    const { printer: p, written } = printer();
    p.result({ a: 1 }, () => "text");
    p.flush();
    expect(written.stdout).toBe("text\n");
  });

  it("the printer prints nothing for an empty text", () => {
    const { printer: p, written } = printer();
    p.result([], () => "");
    expect(written.stdout).toBe("");
  });

  it("the printer writes JSON on one line for programs and indented on a terminal, when the command is done", () => {
    const piped = printer({ json: true });
    piped.printer.result({ a: [1, 2] }, () => expect.unreachable());
    expect(piped.written.stdout).toBe("");
    piped.printer.flush();
    expect(piped.written.stdout).toBe('{"a":[1,2]}\n');

    const seen = printer({ json: true }, true);
    seen.printer.result({ a: 1 }, () => expect.unreachable());
    seen.printer.flush();
    expect(seen.written.stdout).toBe('{\n  "a": 1\n}\n');
  });

  it("the printer refuses a second JSON result: stdout is one document", () => {
    const { printer: p } = printer({ json: true });
    p.result(1, () => "");
    expect(() => p.result(2, () => "")).toThrow(expect.objectContaining({ code: "internal" }));
  });

  it("the printer keeps notes off stdout, and drops them with --quiet", () => {
    const loud = printer();
    loud.printer.note("by the way");
    expect(loud.written).toEqual({ stdout: "", stderr: "by the way\n" });
    const quiet = printer({ quiet: true });
    quiet.printer.note("by the way");
    expect(quiet.written.stderr).toBe("");
  });

  it("the printer hands a style to the renderer", () => {
    const { printer: p, written } = printer({}, true);
    p.result(0, ({ red, dim }) => red("no") + dim(""));
    expect(written.stdout).toBe("\u001b[31mno\u001b[39m\n");
  });
});
