import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { migrations as postgresMigrations } from "../src/hub/postgres/migrations/index.js";
import { PostgresRoster } from "../src/hub/postgres/postgres-roster.js";
import { SharedProject } from "../src/hub/shared/shared-project.js";
import { SharedStore } from "../src/hub/shared/shared-store.js";
import { definitionOf, readEvent } from "../src/log/events/catalog.js";
import { migrations } from "../src/log/store/sqlite/migrations/index.js";
import { handleOf } from "../src/verbs/open/open-whetstone.js";
import { describePostgres } from "../tests/support/describe-postgres.js";
import { ledgerOver } from "../tests/support/ledger.js";
import { openShared } from "../tests/support/shared-stores.js";
import { sqliteIn } from "../tests/support/sqlite.js";
import { contextOver } from "../tests/support/team.js";
import { tempFolder } from "../tests/support/temp-folder.js";
import { collect, openInTemp } from "../tests/support/whetstone.js";
import { turnExport } from "./from-0.1.0/export.mjs";
import { schema as postgresSchema } from "./from-0.1.0/postgres-schema.mjs";
import { schema as sqliteSchema } from "./from-0.1.0/sqlite-schemas.mjs";
import { turnedEvent } from "./from-0.1.0/upcasts.mjs";

const script = join(import.meta.dirname, "from-0.1.0.mjs");
const recorded = join(import.meta.dirname, "from-0.1.0/recorded");
const recordings = readdirSync(recorded).filter((name) => name.endsWith(".jsonl"));
const databases = readdirSync(recorded).filter((name) => name.endsWith(".db"));

function turn(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

function linesOf(file) {
  return readFileSync(file, "utf8").trim().split("\n");
}

function eventsIn(file) {
  return linesOf(file)
    .slice(1, -1)
    .map((line) => JSON.parse(line));
}

function digestOf(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** What the build that wrote the database last saw in it. */
const seen = JSON.parse(readFileSync(join(recorded, "rich.seen.json"), "utf8"));

/** A user's data folder with the database that the last unreleased build left. */
function richProject() {
  const home = tempFolder();
  const folder = join(home, ".local/share/whetstone/projects/rich");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "whetstone.db");
  writeFileSync(file, gunzipSync(readFileSync(join(recorded, "rich.db.gz"))));
  return { home, folder, file };
}

/** How failures are worded and what undid them is worked out from the log, by today's rules. */
const isNoFailure = ({ kind }) => kind !== "failure";

/** What the log alone says of a failure. */
const countsOf = ({ id, sessions, count, confirmed }) => ({ id, sessions, count, confirmed });

const rulesOf = (brief) => brief.slice(0, brief.indexOf("==="));

const openRich = (home) => openInTemp({ root: home, set: ["project=rich"] });

describe("an export of an unreleased build", () => {
  it.each(recordings)(
    "%s becomes one that is imported, and exported again with the same bytes",
    async (name) => {
      const [source, target] = [join(recorded, name), join(tempFolder(), name)];
      turnExport(source, target);
      const ws = await openInTemp();
      await ws.import({ lines: linesOf(target), keepOrigins: true });
      expect(await collect(ws.export())).toEqual(linesOf(target));
      const bare = ({ data: _data, v: _v, ...envelope }) => envelope;
      const after = eventsIn(target);
      expect(after.map(bare)).toEqual(eventsIn(source).map(bare));
      for (const event of after) {
        expect(event.v).toBe(1);
        const { type, data } = readEvent({ ...event, data: JSON.stringify(event.data) });
        expect(definitionOf(type).data.safeParse(data)).toMatchObject({ success: true });
      }
    },
  );

  it("an export is turned into a file beside it, which is told", () => {
    const folder = tempFolder();
    copyFileSync(join(recorded, "first-loop.jsonl"), join(folder, "learned.jsonl"));
    const { status, stdout } = turn(join(folder, "learned.jsonl"));
    expect([status, stdout]).toEqual([0, expect.stringContaining("12 events in 1 log")]);
    expect(readdirSync(folder).sort()).toEqual(["learned.format-2.jsonl", "learned.jsonl"]);
  });

  it("every version of every event becomes what the last unreleased build read of it", async () => {
    const all = recordings.flatMap((name) => eventsIn(join(recorded, name)));
    const turned = all.map((event) => turnedEvent({ ...event, data: JSON.stringify(event.data) }));
    const lines = turned.map(({ id, type, data }) => `{"id":"${id}","type":"${type}","data":${data}}\n`);
    await expect(lines.join("")).toMatchFileSnapshot("from-0.1.0/recorded/turned.snap");
    expect(new Set(all.map(({ type, v }) => `${type} ${v}`)).size).toBe(105);
  });

  it("an export that was cut off, changed, turned before or written by nobody we know is refused by what is wrong", () => {
    const folder = tempFolder();
    const [name] = recordings;
    const lines = linesOf(join(recorded, name));
    const put = (file, kept) => {
      writeFileSync(join(folder, file), `${kept.join("\n")}\n`);
      return join(folder, file);
    };
    const cases = [
      [put("cut.jsonl", lines.slice(0, -1)), "was cut off or changed"],
      [
        put(
          "changed.jsonl",
          lines.map((line) => line.replace('"actor":"', '"actor":"x')),
        ),
        "was cut off or changed",
      ],
      [put("new.jsonl", ['{"whetstone":"log","format":2}', "{}"]), "has format 2 already"],
      [put("other.jsonl", ["{}"]), "is neither a database nor an export"],
      [join(folder, "none.jsonl"), "there is no file"],
    ];
    for (const [file, why] of cases) {
      const { status, stderr } = turn(file);
      expect([status, stderr], file).toEqual([2, expect.stringContaining(why)]);
      expect(stderr).toMatch(/Nothing was written\.\nNext: /);
    }
    expect(readdirSync(folder).filter((file) => file.includes("format-2"))).toEqual([]);
  });
});

const asked = ({ kind, id }) => `${kind} ${id}`;

describe("a database of an unreleased build", () => {
  it("the last unreleased build's database keeps every event, lesson, decision and enforced rule", async () => {
    const { home, folder, file } = richProject();
    const before = [digestOf(file), statSync(file).mtimeMs];
    expect(turn(file)).toMatchObject({ status: 0, stderr: "" });
    expect([digestOf(file), statSync(file).mtimeMs]).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(["store.db", "whetstone.db"]);
    const ws = await openRich(home);
    expect((await ws.doctor()).healthy).toBe(true);
    const { lessons } = await ws.lessons.list({ limit: 1_000, all: true });
    expect(lessons.filter(isNoFailure)).toMatchObject(seen.rich.lessons.filter(isNoFailure));
    const failures = lessons.filter(({ kind }) => kind === "failure");
    expect(failures.length).toBeGreaterThan(5);
    expect(seen.rich.lessons.map(countsOf)).toEqual(expect.arrayContaining(failures.map(countsOf)));
    expect(failures.filter(({ confirmed }) => confirmed)).toMatchObject([
      { state: "retired", text: expect.stringContaining('A person says: "the script is called test"') },
    ]);
    const needs = (await ws.today()).needs.filter(({ kind }) => kind !== "unsolved");
    expect(needs.map(asked).sort()).toEqual(seen.rich.needs.map(asked).sort());
    expect(rulesOf((await ws.brief({ role: "coder" })).text)).toBe(rulesOf(seen.rich.brief));
    const call = { tool: "Bash", command: "git push origin main" };
    expect(await ws.checkTool(call)).toMatchObject(seen.rich.check);
  });

  it("a shared project in it keeps what its hub has not numbered", async () => {
    const { folder, file } = richProject();
    expect(turn(file)).toMatchObject({ status: 0 });
    const base = sqliteIn(folder);
    const store = new SharedStore(base);
    const [shared, project] = [new SharedProject(store, "team-of-ada"), "team-of-ada"];
    expect(await shared.standing()).toEqual(seen.shared.standing);
    const ws = handleOf(contextOver(store, project));
    expect((await ws.lessons.list({ limit: 1_000, all: true })).lessons).toMatchObject(seen.shared.lessons);
    expect((await ws.checkTool({ tool: "Bash", command: "cache.set x" })).decision).toBe("deny");
    expect(new Set((await shared.unsent(10)).events.map(({ v }) => v))).toEqual(new Set([1]));
    await base.close();
  });

  it.each(databases)("%s, of an earlier schema, keeps its log", async (name) => {
    const folder = tempFolder();
    copyFileSync(join(recorded, name), join(folder, "whetstone.db"));
    expect(turn(join(folder, "whetstone.db"))).toMatchObject({ status: 0, stderr: "" });
    const store = sqliteIn(folder);
    expect((await store.inspect()).problems).toEqual([]);
    const events = await store.read("recorded", (tx) => tx.eventsAfter(0, 1_000));
    const before = eventsIn(join(recorded, `${basename(name).replace(/\.schema-\d+\.db$/, "")}.jsonl`));
    expect(events.map(({ id, seq, at, origin }) => [id, seq, at, origin])).toEqual(
      before.map(({ id, seq, at, origin }) => [id, seq, at, origin]),
    );
    expect(await ledgerOver({ store, project: "recorded" }).verify()).toEqual([]);
    await store.close();
  });

  it("a database is not written over, and one that is damaged, newer or of another program is refused", () => {
    const { folder, file } = richProject();
    expect(turn(file).status).toBe(0);
    const turned = digestOf(join(folder, "store.db"));
    expect(turn(file)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("store.db is there already"),
    });
    expect(turn(join(folder, "store.db"), "--into", join(folder, "x.db"))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("has schema 100"),
    });
    copyFileSync(file, join(folder, "damaged.db"));
    const damaged = new DatabaseSync(join(folder, "damaged.db"));
    damaged.exec(
      "PRAGMA journal_mode = DELETE; UPDATE events SET data = data || ' ' WHERE address & 4294967295 = 7",
    );
    damaged.close();
    expect(turn(join(folder, "damaged.db"), "--into", join(folder, "x.db"))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("does not match its sum"),
    });
    expect(digestOf(join(folder, "store.db"))).toBe(turned);
    expect(readdirSync(folder).sort()).toEqual(["damaged.db", "store.db", "whetstone.db"]);
  });
});

describePostgres("the store of a hub of an unreleased build", (server) => {
  const hubSeen = JSON.parse(readFileSync(join(recorded, "hub.seen.json"), "utf8"));

  async function formerHub() {
    const url = await server().newDatabase();
    const dump = join(tempFolder(), "hub.sql");
    writeFileSync(dump, gunzipSync(readFileSync(join(recorded, "hub.sql.gz"))));
    server().tool("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-f", dump, url], "-c whetstone.whole_store=on");
    return url;
  }

  const rename = (url) =>
    server().tool("psql", ["-q", "-c", "ALTER SCHEMA whetstone RENAME TO whetstone_0_1_0", url]);

  async function checkTurned(url) {
    const [store, roster] = [await openShared("postgres", url), new PostgresRoster(url)];
    expect((await store.inspect()).problems).toEqual([]);
    expect(await ledgerOver({ store, project: "billing" }).verify()).toEqual([]);
    const ws = handleOf(contextOver(store, "shop"));
    expect((await ws.lessons.list({ limit: 1_000, all: true })).lessons).toMatchObject(hubSeen.lessons);
    const call = { tool: "Bash", command: "git push origin main" };
    expect((await ws.checkTool(call)).decision).toBe("deny");
    expect(await roster.membersOf("shop")).toEqual(hubSeen.members);
    expect(await roster.keysIn("shop")).toEqual(hubSeen.keys);
    expect(await roster.machinesOf("shop")).toEqual(hubSeen.machines);
    expect(await store.read("shop", (tx) => tx.countRejected())).toBe(1);
    await store.close();
    await roster.close();
  }

  it("it is refused by a hub of today, and is one after it was turned, with its members and keys", async () => {
    const url = await formerHub();
    const store = await openShared("postgres", url);
    await expect(store.read("shop", (tx) => tx.head())).rejects.toMatchObject({
      code: "older_format",
      next: expect.stringContaining("node scripts/from-0.1.0.mjs"),
    });
    expect(await store.inspect().catch(({ code }) => code)).toBe("older_format");
    await store.close();
    expect(turn(url)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("RENAME TO whetstone_0_1_0"),
    });
    rename(url);
    expect(turn(url, "--schema", "whetstone_0_1_0")).toMatchObject({ status: 0, stderr: "" });
    await checkTurned(url);
    expect(turn(url, "--schema", "whetstone_0_1_0")).toMatchObject({ status: 2 });
    expect(turn(url)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("has version 100 already"),
    });
  });

  it("it is turned into another database and stays as it was", async () => {
    const [url, target] = [await formerHub(), await server().newDatabase()];
    const events = "SELECT md5(string_agg(e::text, '' ORDER BY project, seq)) FROM whetstone.event e";
    const digest = () => server().tool("psql", ["-At", "-c", events, url], "-c whetstone.whole_store=on");
    const before = digest();
    expect(turn(url, "--into", target)).toMatchObject({ status: 0, stderr: "" });
    expect(digest()).toBe(before);
    await checkTurned(target);
  });
});

describe("the script", () => {
  it("it writes the schemas that the product begins with", () => {
    expect(sqliteSchema.trim()).toBe(migrations[0].sql.trim());
    expect(postgresSchema.trim()).toBe(postgresMigrations[0].sql.trim());
    expect([migrations[0].version, postgresMigrations[0].version]).toEqual([100, 100]);
  });

  it("it says what it does, and what is wrong with a call", () => {
    expect(turn("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("--into") });
    for (const args of [[], ["one", "two"], ["--sideways"], ["file", "--schema", "x"]])
      expect(turn(...args)).toMatchObject({
        status: 2,
        stdout: "",
        stderr: expect.stringMatching(/\nNext: /),
      });
  });
});
