import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { broke, ran } from "../../../../tests/support/seen-call.js";
import { type SeenCall, withHiddenProse } from "./call.js";
import { answers, remediesShownBy, remedyShownBy } from "./mine.js";

const missing = "error: manifest.json is missing";
const looks = (count: number) => Array.from({ length: count }, (_, at) => ran(`ls folder${at}`));
const found = (...thread: SeenCall[]) => remedyShownBy(thread, 0);

describe("the remedy of a failure", () => {
  it("is the next success of the same tool that shares half of its words", () => {
    const thread = [broke("npm run build", missing), ran("ls"), ran("CI=true npm run build")];
    expect(found(...thread)).toEqual({ how: "similar", do: 2, worked: 2 });
  });

  it.each([
    ["python tool.py --fast", "python3 tool.py --fast"],
    ["npm run lint", "npm run lint:fix"],
    ["go test ./...", "/usr/local/go/bin/go test ./..."],
    ["npm run build", "nvm use && npm run build"],
  ])("of %j may be %j", (failed, worked) => {
    expect(found(broke(failed, missing), ran(worked))?.how).toBe("similar");
  });

  it("ends at the first edit of a file", () => {
    const edit = ran("{}", { tool: "Edit", sort: "file", edits: true });
    expect(found(broke("npm run build", missing), edit, ran("CI=true npm run build"))).toBeUndefined();
  });

  it("is not the same call of a tool with another number", () => {
    const tool = { tool: "mcp__pty__write", sort: "other" } as const;
    const failed = broke('{"session":9704,"wait":1000}', "Timeout waiting for the build", tool);
    expect(found(failed, ran('{"session":9711,"wait":3000}', tool))).toBeUndefined();
    expect(found(failed, ran('{"session":9704,"wait":1000,"until":"ready"}', tool))?.how).toBe("similar");
    expect(found(broke("nvm use 18", missing), ran("nvm use 20"))?.how).toBe("similar");
  });

  it("is looked for within eight calls, and no look is one", () => {
    const failed = broke("ls -la build", missing);
    expect(found(failed, ...looks(7), ran("ls -la build/out"))).toBeDefined();
    expect(found(failed, ...looks(8), ran("ls -la build/out"))).toBeUndefined();
    expect(found(broke("deploy manifest.json", missing), ran("cat manifest.json"))).toBeUndefined();
  });

  it("is the same call with another message, and another call with the same message", () => {
    const failed = broke("bd say t-1 -m 'the till is fixed and counts again'", "unknown option: -m");
    expect(found(failed, ran("bd say t-1 -m 'done'"))?.how).toBe("similar");
    expect(found(failed, ran("bd comment t-1 --body 'the till is fixed and counts again'"))?.how).toBe(
      "similar",
    );
  });

  it("is a call that says in a message, which is hidden, what the failed one said as an argument", () => {
    const failed = broke("bd reply t-1 -f note='the till is fixed and counts again'", "not found");
    const worked = withHiddenProse("bd comment t-1 --body 'the till is fixed and counts again'");
    expect(worked).not.toContain("till");
    expect(found(failed, ran(worked))?.how).toBe("similar");
  });

  it("is another program with the same argument only within four calls", () => {
    const failed = broke("unpack archive.tgz", "unpack: not found");
    expect(found(failed, ran("tar -xf archive.tgz"))).toEqual({ how: "other", do: 1, worked: 1 });
    expect(found(failed, ...looks(4), ran("tar -xf archive.tgz"))).toBeUndefined();
    expect(found(failed, ran("tar -xf a.tgz"))).toBeUndefined();
  });

  it("is the one action before the same call works again, if it has to do with it", () => {
    const failed = broke("npm start", missing);
    const thread = [failed, ran("make manifest.json"), ran("ls"), ran("npm start")];
    expect(found(...thread)).toEqual({ how: "between", do: 1, worked: 3 });
    expect(found(failed, ran("make manifest.json"), ran("touch other"), ran("npm start"))).toBeUndefined();
    expect(found(failed, ran("make coffee"), ran("npm start"))).toBeUndefined();
  });

  it("is not what prints the same error behind a pipe, was refused, or only silences a check", () => {
    const failed = broke("npm run build", missing);
    const piped = ran("npm run build -- -q | tail -3", { lines: [missing] });
    const refused = ran("CI=true npm run build", { refused: true });
    expect(found(failed, piped, refused, ran("npm run build --force"))).toBeUndefined();
  });

  it("is none of the host's own tools and of failures that print nothing", () => {
    const again = ran("CI=true npm run build");
    expect(found(broke("npm run build", ""), again)).toBeUndefined();
    expect(found(broke("npm run build", missing, { sort: "file" }), again)).toBeUndefined();
  });

  it("is told by the call that shows it, as a look back over the whole thread finds it", () => {
    const call = fc.constantFrom(
      broke("npm run build", missing),
      broke("unpack archive.tgz", "unpack: not found"),
      ran("npm run build"),
      ran("CI=true npm run build"),
      ran("make manifest.json"),
      ran("tar -xf archive.tgz"),
      ran("ls"),
      ran("{}", { tool: "Edit", sort: "file", edits: true }),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
        const told = new Map<number, object>();
        for (const [end] of calls.entries()) {
          const from = Math.max(0, end - 12);
          for (const { failedAt, remedy } of remediesShownBy(calls.slice(from, end + 1)))
            told.set(failedAt + from, { ...remedy, do: remedy.do + from, worked: remedy.worked + from });
        }
        const all = calls.flatMap((_, failedAt) => {
          const remedy = remedyShownBy(calls, failedAt);
          return remedy === undefined ? [] : [[failedAt, remedy] as const];
        });
        for (const [failedAt, remedy] of all) expect(told.get(failedAt)).toEqual(remedy);
      }),
    );
  });
});

describe("an answer to a failure", () => {
  const failed = broke("npm run build", missing);

  it("is a success of nearly the same call, or an edit after a command", () => {
    expect(answers(failed, ran("npm run build | tail"))).toBe(true);
    expect(answers(failed, ran("{}", { tool: "Edit", sort: "file", edits: true }))).toBe(true);
  });

  it("is no other call, no failure, and no edit after a tool that is no shell", () => {
    expect(answers(failed, ran("make coffee"))).toBe(false);
    expect(answers(failed, broke("npm run build", missing))).toBe(false);
    const tool = broke('{"query":"x"}', missing, { tool: "search", sort: "other" });
    expect(answers(tool, ran("{}", { tool: "Edit", sort: "file", edits: true }))).toBe(false);
  });

  it("is the shell's, where it does what another tool could not", () => {
    const tool = broke('{"pattern":"totalOf","path":"src"}', missing, { tool: "Grep", sort: "other" });
    expect(answers(tool, ran('grep -rn "totalOf" src'))).toBe(true);
    expect(answers(tool, ran("grep -rn sumOf src"))).toBe(false);
    expect(answers(failed, ran('{"pattern":"build"}', { tool: "Grep", sort: "other" }))).toBe(false);
  });
});
