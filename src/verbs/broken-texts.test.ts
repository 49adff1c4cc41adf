import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brokenCharacters, brokenIn, withBroken } from "../../tests/support/broken-texts.js";
import { dataOf, hostSession } from "../../tests/support/host-session.js";
import { ledgerOver } from "../../tests/support/ledger.js";
import { mcpOverHttp } from "../../tests/support/mcp.js";
import { sqliteIn } from "../../tests/support/sqlite.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { collect, openInTemp, outcome } from "../../tests/support/whetstone.js";
import { claudeCodeHost } from "../agents/claude-code/host.js";
import { eventDefinitions } from "../log/events/catalog.js";
import { listsOf } from "../log/store/sorted-lists.js";
import { Connection } from "../log/store/sqlite/connection.js";
import { loadDriver } from "../log/store/sqlite/driver.js";
import { Events } from "../log/store/sqlite/events.js";
import { check } from "./call/admit.js";
import { verbatimFields } from "./call/field.js";
import { catalog } from "./catalog.js";

const verbs = Object.entries(catalog);

function without(value: unknown, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => !names.includes(name)));
}

describe("a text with a broken character", () => {
  it.each(verbs)("%s lets no broken character of any of its fields through", async (_name, { load }) => {
    const { verb } = await load();
    // They go back to the caller, and nowhere else.
    const verbatim = verbatimFields(verb.input);
    for (const character of brokenCharacters)
      for (const input of withBroken(verb.input, character)) {
        const checked = check(verb.input as never, input);
        if ("value" in checked)
          expect(brokenIn(without(checked.value, verbatim)), JSON.stringify(input)).toEqual([]);
        else expect(checked.field, JSON.stringify(input)).not.toBe("");
      }
  });

  it("the fields of all verbs are tried, and most of them take the text with U+FFFD in its place", async () => {
    const seen = { taken: 0, refused: 0 };
    for (const [, { load }] of verbs)
      for (const input of withBroken((await load()).verb.input, "\udc00"))
        seen["value" in check((await load()).verb.input as never, input) ? "taken" : "refused"] += 1;
    expect(seen.taken).toBeGreaterThan(200);
    expect(seen.refused).toBeGreaterThan(50);
  });

  it("no event brings a broken character into the log or a view, whatever wrote it", async () => {
    const store = sqliteIn(tempFolder());
    const ledger = ledgerOver({ store });
    for (const { type, data } of eventDefinitions)
      await ledger.write(async (writer) => {
        for (const character of brokenCharacters)
          for (const broken of withBroken(data, character))
            await writer.append({
              type,
              data: broken as never,
              actor: `a${character}`,
              origin: `agent:${character}`,
              run: `r${character}`,
              task: `t${character}`,
            });
      });
    const stored = await store.read("test", async (tx) => ({
      events: await tx.eventsAfter(0, 10_000),
      rows: await Promise.all(
        Object.keys(await tx.marks()).flatMap((view) =>
          [view, listsOf(view)].map((each) => tx.listRows(each, { limit: 10_000 })),
        ),
      ),
    }));
    expect(stored.events.length).toBeGreaterThan(500);
    expect(brokenIn(stored)).toEqual([]);
    expect(brokenIn(stored.events.map(({ data }) => JSON.parse(data)))).toEqual([]);
    expect(await ledger.verify()).toEqual([]);
    expect((await store.inspect()).problems).toEqual([]);
    await store.close();
  });

  it("a broken criterion is recorded, and plan, doctor, rebuild and export go on", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ taskId: "t", criteria: ["\udc00"], skillsUsed: ["\ud83d", "a\0b"] }));
    await ws.record(outcome({ taskId: "t", criteria: ["\udc01"] }));
    expect((await ws.plan({ task: "x" })).prompt).not.toBe("");
    expect((await ws.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
    await ws.rebuild();
    expect(brokenIn((await collect(ws.export())).map((line) => JSON.parse(line)))).toEqual([]);
  });

  it("a broken tool name of an agent's lesson leaves a person's enforced rule in force", async () => {
    const { tool, root, env } = await mcpOverHttp();
    const ws = await openInTemp({ root, env });
    await ws.lessons.add({
      text: "Never force-push a shared branch",
      appliesToTools: ["Bash"],
      forbiddenActions: ["git push --force"],
      verificationChecks: ["the reflog shows no forced update"],
      priority: "critical",
      enforcement: "enforce",
      origin: "human",
      actor: "keeper",
    });
    const call = { tool: "Bash", command: "git push --force" };
    expect((await ws.checkTool(call)).decision).toBe("deny");
    const added = await tool("add_lesson", {
      text: "Look at the output before you go on",
      applies_to_tools: ["Bash\udc00"],
      verification_checks: ["x"],
    });
    expect(added.isError).toBe(false);
    expect((await ws.checkTool(call)).decision).toBe("deny");
    expect((await ws.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
  });

  it("a hook's payload with a broken character in its text and its session is taken in", async () => {
    const { ws, send } = await hostSession(claudeCodeHost(), "claude-code", {
      usual: { session_id: "s\udc00" },
    });
    await send("session-start");
    await send("post-tool-use-failure.bash", {
      tool_use_id: "1",
      error: "Exit code 2\nmake: *** No rule to make target '\ud83d'",
    });
    const [reflected] = await dataOf(ws, "reflection-recorded");
    expect(reflected).toMatchObject({ result: "failure" });
    expect((await ws.doctor()).checks.find(({ name }) => name === "losses")?.state).toBe("ok");
  });
});

/** A database that was turned from one of before the first release: half a pair in an event, and no rows yet. */
async function oldStore() {
  const ws = await openInTemp();
  await ws.record(outcome({ taskId: "t", criteria: ["odd"] }));
  await ws.record(outcome({ taskId: "t", criteria: ["even"] }));
  await ws.close();
  const { folder } = ws;
  const file = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith("store.db"),
  );
  const database = (await loadDriver())(join(folder, file ?? ""), "write");
  const [project] = database.prepare("SELECT project FROM logs").all() as { project: string }[];
  const connection = new Connection(database, "");
  const events = new Events(project?.project ?? "", connection);
  const [first] = events.after(0, 1);
  events.blank(1, first?.data.replace('"odd"', '"\\udc00"') ?? "");
  database.exec("DELETE FROM views; DELETE FROM projects");
  database.close();
  return openInTemp({ root: folder });
}

describe("a store that holds a broken character since before the first release", () => {
  it("the store opens, is sound, and takes in more", async () => {
    const ws = await oldStore();
    expect((await ws.plan({ task: "t" })).prompt).toContain("even");
    await ws.record(outcome({ taskId: "t", criteria: ["odd"] }));
    expect((await ws.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
    await ws.rebuild();
    expect((await ws.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
  });

  it("an export that is restored leaves no broken character", async () => {
    const old = await oldStore();
    const file = join(old.folder, "learned.jsonl");
    writeFileSync(file, `${(await collect(old.export())).join("\n")}\n`);
    expect(readFileSync(file, "utf8")).toContain("\\udc00");
    await old.restore({ file });
    const healed = (await collect(old.export())).map((line) => JSON.parse(line));
    expect(brokenIn(healed)).toEqual([]);
    expect(healed.filter(({ type }) => type === "outcome-recorded")).toHaveLength(2);
    expect((await old.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
  });
});
