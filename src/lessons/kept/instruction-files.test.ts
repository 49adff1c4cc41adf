import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { instructionSources } from "../../verbs/open/instruction-sources.js";
import { sameIn } from "../brief/left-out.js";
import { InstructionFiles, instructionMaxBytes } from "./instruction-files.js";

const text = "Always run npm test before committing";
const said = "- Run `npm test` before committing.\n";

function write(root: string, file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

describe("the files that a coding agent reads by itself", () => {
  it.each([
    ["CLAUDE.md", said, ["claude-code", "opencode", "copilot"]],
    ["CLAUDE.local.md", said, ["claude-code"]],
    [".claude/rules/tests.md", said, ["claude-code"]],
    [".claude/rules/tests.md", `---\npaths: src/**\n---\n${said}`, []],
    ["AGENTS.md", said, ["codex", "opencode", "copilot", "cursor"]],
    ["GEMINI.md", said, ["gemini", "copilot"]],
    [".cursor/rules/tests.mdc", `---\nalwaysApply: true\n---\n${said}`, ["cursor"]],
    [".cursor/rules/tests.mdc", `---\nglobs: "*.ts"\n---\n${said}`, []],
    [".github/copilot-instructions.md", said, ["copilot"]],
    [".github/instructions/tests.instructions.md", said, ["copilot"]],
    ["docs/AGENTS.md", said, []],
  ])("a rule in %s that begins with %j is known to %j", (file, content, hosts) => {
    const root = tempFolder();
    write(root, file, content);
    const files = new InstructionFiles(root, instructionSources);
    const known = ["claude-code", "codex", "opencode", "gemini", "copilot", "cursor", "another"].filter(
      (host) => sameIn(files.readBy(host), text) !== undefined,
    );
    expect(known).toEqual(hosts);
  });

  it("what CLAUDE.md imports is read too, in a circle and outside of the project as well", () => {
    const root = join(tempFolder(), "project");
    write(root, "CLAUDE.md", "@AGENTS.md\n@../outside.md\n");
    write(root, "AGENTS.md", `@CLAUDE.md\n${said}`);
    write(root, "../outside.md", "- Never eat the yellow snow\n");
    const files = new InstructionFiles(root, instructionSources);
    expect(sameIn(files.readBy("claude-code"), text)).toMatchObject({ file: "AGENTS.md", line: 2 });
    expect(sameIn(files.readBy("claude-code"), "Never eat the yellow snow")).toBeUndefined();
  });

  it.each([
    ["packages/api/CLAUDE.md", { files: ["packages/api/src/a.ts"] }, ["claude-code"]],
    ["packages/CLAUDE.md", { files: ["packages/api/src/a.ts"] }, ["claude-code"]],
    ["packages/api/CLAUDE.md", { files: ["packages/web/a.ts"] }, []],
    ["packages/api/AGENTS.md", { files: ["packages/api/a.ts"] }, ["cursor"]],
    ["packages/api/AGENTS.md", { folder: "packages/api/src" }, ["codex", "opencode", "cursor"]],
    ["packages/api/GEMINI.md", { folder: "packages/api" }, ["gemini"]],
    ["packages/api/GEMINI.md", { folder: "packages" }, []],
    ["GEMINI.md", { folder: "../elsewhere", files: ["../b.ts", "/etc/hosts"] }, ["gemini"]],
  ])("a rule in %s is known, for work in %j, to %j", (file, work, hosts) => {
    const root = tempFolder();
    write(root, file, said);
    const files = new InstructionFiles(root, instructionSources);
    const known = ["claude-code", "codex", "opencode", "gemini", "cursor", "another"].filter(
      (host) => sameIn(files.readBy(host, work), text) !== undefined,
    );
    expect(known).toEqual(hosts);
  });

  it("what a file below the root imports is read with it", () => {
    const root = tempFolder();
    write(root, "packages/api/CLAUDE.md", "See @../rules.md\n");
    write(root, "packages/rules.md", said);
    const files = new InstructionFiles(root, instructionSources);
    const work = { folder: join(root, "packages/api") };
    expect(sameIn(files.readBy("claude-code", work), text)).toMatchObject({ file: "packages/rules.md" });
  });

  it("a file is read again when it has changed, and forgotten when it is gone", () => {
    const root = tempFolder();
    const files = new InstructionFiles(root, instructionSources);
    const known = () => sameIn(files.readBy("codex"), text)?.line;
    expect(known()).toBeUndefined();
    write(root, "AGENTS.md", said);
    expect(known()).toBe(1);
    write(root, "AGENTS.md", `# Rules\n\n${said}`);
    expect(known()).toBe(3);
    write(root, "AGENTS.md", "# Rules\n");
    expect(known()).toBeUndefined();
  });

  it("a file that is too large, a folder and a link out of the project are not read", () => {
    const root = tempFolder();
    write(root, "AGENTS.md", said.padEnd(instructionMaxBytes + 1, "x"));
    write(root, "GEMINI.md/a.md", said);
    write(tempFolder(), "elsewhere.md", said);
    symlinkSync(join(tempFolder(), "elsewhere.md"), join(root, "CLAUDE.md"));
    const files = new InstructionFiles(root, instructionSources);
    for (const host of ["codex", "gemini", "claude-code"])
      expect(sameIn(files.readBy(host), text)).toBeUndefined();
    expect(files.all().map(({ fault }) => fault)).toContain(`it is larger than ${instructionMaxBytes} bytes`);
  });

  it("a file that is not a file does not stop a brief", () => {
    const root = tempFolder();
    symlinkSync("/dev/zero", join(root, "AGENTS.md"));
    expect(sameIn(new InstructionFiles(root, instructionSources).readBy("codex"), text)).toBeUndefined();
  });
});

describe("a lesson that an instruction file says already", () => {
  async function project(file: string, content: string) {
    const ws = await openInTemp();
    write(ws.folder, file, content);
    const { lesson } = await ws.lessons.add({ text });
    const shownTo = async (host: string) =>
      (await ws.brief({ role: "coder", host })).shown.map((each) => each.lesson);
    const explained = async () => (await ws.explain({ id: lesson })).answer.join(" ");
    return { ws, lesson, shownTo, explained };
  }

  it("a lesson that an instruction file says already is left out of briefs for the agents that read the file, and of no others", async () => {
    const { ws, lesson, shownTo, explained } = await project("AGENTS.md", said);
    expect(await shownTo("codex")).toEqual([]);
    expect(await shownTo("claude-code")).toEqual([lesson]);
    expect((await ws.brief({ role: "coder" })).shown).toHaveLength(1);
    expect(await explained()).toContain("already in AGENTS.md line 1: codex, opencode, copilot, cursor read it there");
  });

  it("a lesson that an instruction file says already is left out of a brief for work below a folder whose file says it", async () => {
    const { ws, lesson } = await project("packages/api/CLAUDE.md", said);
    const shown = async (files: readonly string[]) =>
      (await ws.brief({ role: "coder", host: "claude-code", files: [...files] })).shown.map(
        (each) => each.lesson,
      );
    expect(await shown(["packages/api/src/a.ts"])).toEqual([]);
    expect(await shown(["packages/web/a.ts"])).toEqual([lesson]);
  });

  it("a lesson that an instruction file says already is shown all the same when it is critical or enforced", async () => {
    const { ws, lesson, shownTo, explained } = await project("AGENTS.md", said);
    await ws.lessons.set({ lesson, priority: "critical", reason: "it matters" });
    expect(await shownTo("codex")).toEqual([lesson]);
    expect(await explained()).toContain("shown all the same, since it is critical or enforced");
  });

  it("a lesson that an instruction file says already is shown all the same when the file does not say what it demands beside its text", async () => {
    const { ws, lesson, shownTo, explained } = await project("AGENTS.md", said);
    await ws.lessons.harden({ lesson, requiredActions: ["run the slow tests of the scanner too"] });
    expect(await shownTo("codex")).toEqual([lesson]);
    expect(await explained()).toContain("without its checks and its scope");
  });

  it("a lesson that an instruction file says already is left out once it was published, with what it demands", async () => {
    const { ws, lesson, shownTo } = await project("AGENTS.md", "# Rules\n");
    await ws.lessons.harden({ lesson, requiredActions: ["run the slow tests of the scanner too"] });
    expect(await shownTo("codex")).toEqual([lesson]);
    await ws.lessons.publish({ file: "AGENTS.md" });
    expect(await shownTo("codex")).toEqual([]);
  });

  it("a lesson that an instruction file says already stays when the file says the opposite, and doctor and the lesson itself report the conflict", async () => {
    const { ws, lesson, shownTo, explained } = await project(
      "AGENTS.md",
      "- Never run npm test before committing\n",
    );
    expect(await shownTo("codex")).toEqual([lesson]);
    expect(await explained()).toContain("AGENTS.md line 1 says the opposite");
    const check = (await ws.doctor()).checks.find(({ name }) => name === "instructions");
    expect(check).toMatchObject({
      state: "warning",
      detail: expect.stringContaining(`says the opposite of ${lesson}`),
      next: expect.stringContaining("lessons edit"),
    });
  });
});
