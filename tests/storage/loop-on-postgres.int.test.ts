import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describePostgres } from "../support/describe-postgres.js";
import { rule } from "../support/directives.js";
import { tempFolder } from "../support/temp-folder.js";
import { openInTemp, outcome } from "../support/whetstone.js";

describePostgres("the loop on PostgreSQL", (server) => {
  const failure = (task: string) =>
    outcome({ result: "failure", errorCount: 3, strategy: "Split by file type", taskId: task });

  it("what two machines record becomes one lesson, which a third reads in its plan", async () => {
    const store = await server().newDatabase();
    const [one, other, third] = await Promise.all(
      ["one", "other", "third"].map((actor) => openInTemp({ store, project: "shared", actor })),
    );
    if (one === undefined || other === undefined || third === undefined) throw new Error("not opened");
    await one.record(failure("bd-1"));
    await other.record(failure("bd-2"));
    await one.record(failure("bd-3"));
    const plan = await third.plan({ task: "Add OAuth", taskId: "bd-4", strategy: "Split by file type" });
    expect(plan.prompt).toContain("AVOID: Split by file type. Failed 3/3 times");
    await third.complete({ taskId: "bd-4", success: true });
    await other.lessons.add(rule());
    const brief = await one.brief({ role: "coder" });
    expect(brief.prompt).toContain("Validate every request body with a schema");
    const lists = await Promise.all([one, other, third].map((ws) => ws.lessons.list()));
    expect(lists[1]).toEqual(lists[0]);
    expect(lists[2]).toEqual(lists[0]);
    const { checks } = await one.doctor();
    expect(checks.filter(({ state }) => state === "problem")).toEqual([]);
    await other.rebuild();
    expect(await third.lessons.list()).toEqual(lists[0]);
    expect((await third.doctor()).checks.find(({ name }) => name === "read models")).toMatchObject({
      state: "ok",
    });
    expect(await third.status()).toMatchObject({ store: { kind: "postgres" } });
  });

  it("a forgotten text is gone for every machine, and the answer names what the server may keep", async () => {
    const store = await server().newDatabase();
    const [one, other] = await Promise.all([1, 2].map(() => openInTemp({ store, project: "shared" })));
    if (one === undefined || other === undefined) throw new Error("not opened");
    await one.record(outcome({ strategy: "Split by secret project names", taskId: "bd-1" }));
    const forgotten = await other.lessons.forget({ text: "secret project names", reason: "private" });
    expect(forgotten.remains.map(({ next }) => next).join()).toContain("archive of its server");
    const lines: string[] = [];
    for await (const line of one.export()) lines.push(line);
    expect(lines.join("\n")).not.toContain("secret project names");
    expect(JSON.stringify(await one.lessons.list())).not.toContain("secret project names");
  });

  it("a file in a clone that names a database has no effect, and the person is told", async () => {
    const folder = tempFolder();
    const url = await server().newDatabase();
    writeFileSync(join(folder, "whetstone.json"), JSON.stringify({ store: { url } }));
    const warnings: string[] = [];
    const ws = await openInTemp({ root: folder, onWarning: (message) => void warnings.push(message) });
    await ws.record(outcome());
    expect((await ws.status()).store.kind).toBe("sqlite");
    expect(warnings.join()).toContain("store.url");
    expect(warnings.join()).toContain("WHETSTONE_STORE_URL");
    const chosen = await openInTemp({
      root: tempFolder(),
      env: { HOME: folder, WHETSTONE_STORE_URL: url },
    });
    expect((await chosen.status()).store.kind).toBe("postgres");
  });

  it("an address that is not one of PostgreSQL is refused before anything is opened", async () => {
    await expect(openInTemp({ store: "mysql://db/x" })).rejects.toMatchObject({
      code: "invalid_config",
      field: "store.url",
    });
  });
});
