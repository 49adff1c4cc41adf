import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patterns } from "../../tests/support/insights.js";
import { type OpenedInTemp, openInTemp, outcome } from "../../tests/support/whetstone.js";

const npmTest = "Always run npm test before committing";
const generated = "Never edit files that a program generated";

async function project(...texts: readonly string[]) {
  const ws = await openInTemp();
  const lessons: string[] = [];
  for (const text of texts) lessons.push((await ws.lessons.add({ text })).lesson);
  const path = join(ws.folder, "AGENTS.md");
  const publish = (more = {}) => ws.lessons.publish({ file: "AGENTS.md", ...more });
  const take = (more = {}) => ws.lessons.import({ file: "AGENTS.md", ...more });
  const read = () => readFileSync(path, "utf8");
  const edit = (from: string | RegExp, to: string) => writeFileSync(path, read().replace(from, to));
  return { ws, lessons, path, publish, take, read, edit };
}

async function textOf(ws: OpenedInTemp, lesson: string) {
  const { lessons } = await ws.lessons.list();
  const found = lessons.find(({ id }) => id === lesson);
  return found && { text: found.text, state: found.state };
}

describe("lessons publish", () => {
  it("lessons publish writes what somebody stands behind, and no proposal", async () => {
    const { ws, publish, read } = await project(npmTest);
    await ws.lessons.add({
      text: "Split the parser into two files",
      appliesToAgents: ["coder"],
      verificationChecks: ["there are two files"],
      origin: "agent:coder",
    });
    const { strategies } = await ws.record(outcome({ strategy: "Split by feature" }));
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns("Retries overload the queue server") });
    const [insight = ""] = (await ws.lessons.list({ kind: "insight" })).lessons.map(({ id }) => id);
    await publish();
    expect(read()).toContain(`- ${npmTest} <!-- `);
    expect(read()).not.toMatch(/parser|Split by feature|Retries/);
    for (const lesson of [strategies[0] ?? "", insight])
      await ws.lessons.promote({ lesson, reason: "it holds" });
    expect(await publish()).toMatchObject({ written: true, added: [expect.any(String), expect.any(String)] });
    expect(read()).toMatch(/Split by feature[\s\S]*Retries overload|Retries overload[\s\S]*Split by feature/);
  });

  it("lessons publish touches nothing else, keeps CRLF and a missing last line end, and changes nothing the second time", async () => {
    const { ws, path, publish, read } = await project(npmTest);
    const own = "# Shop\r\n\r\n* keep  me \r\nlast line";
    writeFileSync(path, own);
    expect(await publish()).toMatchObject({ written: true, upToDate: false });
    const once = read();
    expect(once.startsWith(own)).toBe(true);
    expect(once.replaceAll("\r\n", "")).not.toContain("\n");
    const { events } = (await ws.status()).log;
    expect(await publish()).toMatchObject({ written: false, upToDate: true, diff: "" });
    expect(read()).toBe(once);
    expect((await ws.status()).log.events).toBe(events);
  });

  it("a dry run writes nothing and answers with a diff, which anyone may ask for", async () => {
    const { ws, path, lessons } = await project(npmTest);
    const agent = ws.as({ actor: "coder", origin: "agent:coder", witness: undefined });
    const { diff, written, added } = await agent.lessons.publish({ file: "AGENTS.md", dryRun: true });
    expect({ written, added }).toEqual({ written: false, added: lessons });
    expect(diff).toMatch(/^--- \/dev\/null\n\+\+\+ b\/AGENTS\.md\n@@[\s\S]*\+- Always run npm test/);
    expect(existsSync(path)).toBe(false);
  });

  it("a retired lesson leaves the section, an edited one changes its line, and the others keep their order", async () => {
    const { ws, lessons, publish, read } = await project(npmTest, generated, "Use tabs in Makefiles");
    await publish();
    await ws.lessons.retire({ lessons: [lessons[0] ?? ""], reason: "the runner does it" });
    await ws.lessons.edit({ lesson: lessons[2] ?? "", text: "Use tabs in every Makefile" });
    await ws.lessons.add({ text: "Write commit messages in the imperative" });
    expect(await publish()).toMatchObject({ changed: [lessons[2]], removed: [lessons[0]] });
    expect([...read().matchAll(/^- (.*?) <!--/gm)].map(([, text]) => text)).toEqual([
      generated,
      "Use tabs in every Makefile",
      "Write commit messages in the imperative",
    ]);
  });

  it("lessons publish does not repeat what the file says outside of the section", async () => {
    const { lessons, path, publish, read } = await project(npmTest, generated);
    writeFileSync(path, "- Run `npm test` before committing.\n");
    expect(await publish()).toMatchObject({
      lessons: [lessons[1]],
      elsewhere: [{ lesson: lessons[0], line: 1 }],
    });
    expect(read()).not.toContain(npmTest);
  });

  it("lessons publish follows a link inside the project, and refuses a file outside of it, a folder and broken marks", async () => {
    const { ws, path, publish } = await project(npmTest);
    writeFileSync(join(ws.folder, "CLAUDE.md"), "# Rules\n");
    symlinkSync("CLAUDE.md", path);
    await publish();
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(ws.folder, "CLAUDE.md"), "utf8")).toContain(npmTest);
    for (const file of ["../AGENTS.md", "/etc/hosts", "."])
      await expect(publish({ file })).rejects.toMatchObject({ field: "file" });
    writeFileSync(join(ws.folder, "broken.md"), "<!-- whetstone:begin -->\n");
    await expect(publish({ file: "broken.md" })).rejects.toMatchObject({
      message: expect.stringContaining("no end mark"),
    });
  });

  it("lessons publish does not overwrite lines that were edited or added by hand and not imported", async () => {
    const { publish, edit, read } = await project(npmTest);
    await publish();
    edit("committing", "every commit");
    edit("<!-- whetstone:end", "- Use tabs in Makefiles\n<!-- whetstone:end");
    const before = read();
    await expect(publish()).rejects.toMatchObject({
      message: expect.stringMatching(
        /2 lines that would be lost: line 4 .*edited by hand.*line 5 .*added by hand/,
      ),
      next: expect.stringContaining("lessons import AGENTS.md"),
    });
    expect(read()).toBe(before);
    await publish({ overwrite: true });
    expect(read()).not.toContain("Makefiles");
  });
});

describe("lessons import", () => {
  it("edited, added and deleted lines of the section change, add and retire lessons, and then nothing is left to do", async () => {
    const { ws, lessons, publish, take, edit, read } = await project(npmTest, generated);
    const [first = "", second = ""] = lessons;
    await publish();
    edit("committing", "every commit");
    edit(/^- Never edit.*\n/m, "");
    edit("<!-- whetstone:end", "- Use tabs in Makefiles\n<!-- whetstone:end");
    expect(await take()).toMatchObject({
      changes: [
        { action: "edit", lesson: first, before: npmTest, text: "Always run npm test before every commit" },
        { action: "add", line: 5, text: "Use tabs in Makefiles" },
      ],
      deleted: 1,
    });
    expect(await textOf(ws, first)).toMatchObject({ text: "Always run npm test before every commit" });
    expect(await textOf(ws, second)).toMatchObject({ state: "active" });
    expect(await take({ prune: true })).toMatchObject({ changes: [{ action: "retire", lesson: second }] });
    expect(await textOf(ws, second)).toMatchObject({ state: "archived" });
    await publish();
    expect(await take()).toMatchObject({ changes: [], unchanged: 2, deleted: 0 });
    const last = read();
    expect(await publish()).toMatchObject({ upToDate: true });
    expect(read()).toBe(last);
  });

  it("a lesson that was edited here since it was published is not set back by the old line", async () => {
    const { ws, lessons, publish, take } = await project(npmTest);
    await publish();
    await ws.lessons.edit({ lesson: lessons[0] ?? "", text: "Always run npm run check before committing" });
    expect(await take()).toMatchObject({ changes: [], unchanged: 1 });
    expect(await textOf(ws, lessons[0] ?? "")).toMatchObject({
      text: "Always run npm run check before committing",
    });
  });

  it("another clone takes the published lessons over with their checks and scope", async () => {
    const here = await project();
    await here.ws.lessons.add({
      text: "Validate every request body",
      requiredActions: ["parse req.body with a schema"],
      appliesToAgents: ["coder"],
      appliesToTools: ["Bash"],
    });
    await here.publish();
    const there = await project();
    writeFileSync(there.path, here.read());
    await there.take();
    expect((await there.ws.lessons.list()).lessons).toMatchObject([
      {
        text: "Validate every request body",
        state: "active",
        origin: "human",
        appliesToAgents: ["coder"],
        appliesToTools: ["Bash"],
      },
    ]);
    expect(await there.publish()).toMatchObject({ pending: [], upToDate: true });
  });

  it("from a file without a section the rules are taken, once, and the file is not touched", async () => {
    const { ws, take, path, read } = await project(npmTest);
    const own = "# Rules\n\n- Run npm test before committing\n- **Never** commit a secret\n- Use tabs\n";
    writeFileSync(path, own);
    expect(await take()).toMatchObject({
      marked: false,
      unchanged: 1,
      changes: [
        { action: "add", text: "Never commit a secret" },
        { action: "refuse", line: 5, reason: expect.stringContaining("15 to 500 characters") },
      ],
    });
    expect((await take()).changes.filter(({ action }) => action !== "refuse")).toEqual([]);
    expect((await ws.lessons.list()).total).toBe(2);
    expect(read()).toBe(own);
  });

  it("an edited line of an insight becomes a rule, and the insight is retired", async () => {
    const { ws, publish, take, edit } = await project();
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns("Retries overload the queue server") });
    const [{ id = "" } = {}] = (await ws.lessons.list()).lessons;
    await ws.lessons.promote({ lesson: id, reason: "it holds" });
    await publish();
    edit("Retries overload", "Unlimited retries overload");
    expect(await take()).toMatchObject({ changes: [{ action: "replace" }] });
    expect(await textOf(ws, id)).toMatchObject({ state: "deprecated" });
    expect((await ws.lessons.list({ kind: "directive" })).lessons).toMatchObject([
      { text: "Unlimited retries overload the queue server", state: "active" },
    ]);
  });

  it("lessons of any characters survive publish, import and publish", async () => {
    const odd = fc.constantFrom(
      "-->",
      "<!--",
      "`x`",
      "**y**",
      "\n",
      "# z",
      "[must: a]",
      "| b |",
      "1. c",
      "你好",
    );
    const texts = fc.array(fc.array(odd, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        const { ws, publish, take, read } = await project();
        for (const [index, words] of given.entries())
          await ws.lessons.add({ text: `${topics[index]} ${words.join(" ")} ${topics[index]}` });
        const before = (await ws.lessons.list()).lessons;
        await publish();
        const written = read();
        expect(await take({ prune: true })).toMatchObject({ changes: [] });
        expect(await publish()).toMatchObject({ upToDate: true });
        expect(read()).toBe(written);
        expect((await ws.lessons.list()).lessons).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });
});

/** Different enough that none says the same as another. */
const topics = ["Water the greenhouse tomatoes", "Sharpen every kitchen knife", "Tune the grand piano"];
