import { join } from "node:path";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { describePostgres } from "../../../tests/support/describe-postgres.js";
import { openShared } from "../../../tests/support/shared-stores.js";
import {
  appendNext,
  everythingIn,
  fillStore,
  project,
  recordedEvent,
} from "../../../tests/support/store-steps.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { migrations } from "./migrations/index.js";
import { PostgresStore } from "./postgres-store.js";

describePostgres("a database of PostgreSQL", (server) => {
  async function opened() {
    const url = await server().newDatabase();
    const store = await openShared("postgres", url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // The server may end the connection itself: a test below makes it do so.
    client.on("error", () => undefined);
    onTestFinished(async () => {
      await client.end();
      await store.close();
    });
    return { url, store, client };
  }

  it("a connection that is set to one project can read and change nothing of another", async () => {
    const { store, client } = await opened();
    for (const name of ["a", "b"])
      await store.write(name, async (tx) => {
        await tx.append(recordedEvent(1, { project: name, key: "k" }));
        await tx.putRows([{ view: "v", key: "k", row: { name } }]);
        await tx.reject({ id: "r", at: "", verb: "", field: "", reason: "", input: name }, 9);
      });
    const partition = await client.query(
      "SELECT tableoid::regclass::text AS name FROM whetstone.event WHERE project = 'b'",
    );
    expect(partition.rows).toEqual([]);
    const tables = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'whetstone'::regnamespace
       AND relkind IN ('r', 'p') AND relname <> 'migration' AND relname NOT LIKE 'team_%'`,
    );
    expect(tables.rows.length).toBe(4 + 16);
    const projectsIn = async (table: string) => {
      const column = table === "project" ? "name" : "project";
      const { rows } = await client.query(`SELECT DISTINCT ${column} AS name FROM whetstone.${table}`);
      return rows.map(({ name }) => name);
    };
    for (const { name } of tables.rows) expect(await projectsIn(name), `${name} of nobody`).toEqual([]);
    await client.query("SET whetstone.project = 'a'");
    for (const { name } of tables.rows)
      expect(
        (await projectsIn(name)).filter((each) => each !== "a"),
        name,
      ).toEqual([]);
    expect(await projectsIn("event")).toEqual(["a"]);
    for (const table of ["event", "view_row", "rejected"])
      expect((await client.query(`DELETE FROM whetstone.${table} WHERE project = 'b'`)).rowCount).toBe(0);
    await expect(
      client.query("INSERT INTO whetstone.view_row VALUES ('b', 'v', 'forged', '{}', 0)"),
    ).rejects.toThrow("row-level security");
    expect(await store.read("b", (tx) => tx.countRows("v"))).toBe(1);
  });

  it("each migration leaves the schema that its snapshot shows", async () => {
    for (const [index, { name }] of migrations.entries()) {
      const url = await server().newDatabase();
      const unique = () => crypto.randomUUID();
      const part = migrations.slice(0, index + 1);
      const store = new PostgresStore({ url, busyWaitMs: 600_000, unique, migrations: part });
      await store.write("p", (tx) => tx.putRows([{ view: "v", key: "k", row: {} }]));
      await store.close();
      const schema = await server().dump(url);
      await expect(schema).toMatchFileSnapshot(`migrations/${name}.snapshot.sql`);
    }
  });

  it("processes that meet an empty database at the same time migrate it once", async () => {
    const url = await server().newDatabase();
    const stores = await Promise.all(Array.from({ length: 6 }, () => openShared("postgres", url)));
    await Promise.all(stores.map((store, index) => appendNext(store, `store-${index}`)));
    expect((await everythingIn(stores[0] as PostgresStore)).head).toBe(6);
    for (const store of stores) await store.close();
  });

  it("a database of a newer version is refused and left as it is", async () => {
    const { url, store, client } = await opened();
    await fillStore(store);
    await client.query("INSERT INTO whetstone.migration (version, name) VALUES (999, 'from the future')");
    const other = await openShared("postgres", url);
    onTestFinished(() => other.close());
    await expect(everythingIn(other)).rejects.toMatchObject({ code: "newer_format" });
    await expect(appendNext(other, "other")).rejects.toMatchObject({ code: "newer_format" });
  });

  it.each([
    ["an event", "UPDATE whetstone.event SET data = data || ' '", "event 1 does not match its checksum"],
    ["a row", `UPDATE whetstone.view_row SET row = '{"n":7}'`, "does not match its checksum"],
    ["the marks", "UPDATE whetstone.project SET marks = '{}'", "marks of the views do not match"],
    ["a missing event", "DELETE FROM whetstone.event", "event 1 is missing from the log"],
  ])("damage to %s is noticed by whoever reads it, and by an inspection", async (_what, damage, problem) => {
    const { store, url, client } = await opened();
    await fillStore(store);
    await client.query("SET whetstone.whole_store = 'on'");
    await client.query(damage);
    const other = await openShared("postgres", url);
    onTestFinished(() => other.close());
    await expect(everythingIn(other)).rejects.toMatchObject({ code: "corrupt" });
    expect((await other.inspect()).problems.join()).toContain(problem);
  });

  it("a writer whose connection the server ends goes on with the next call, and loses nothing", async () => {
    const { store, client } = await opened();
    await fillStore(store);
    const end = () =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
    const cut = store.write(project, async (tx) => {
      await tx.append(recordedEvent(2));
      await end();
    });
    await expect(cut).rejects.toMatchObject({ code: "unreachable" });
    expect(await appendNext(store, "after")).toBe(2);
    await end();
    expect(await appendNext(store, "again")).toBe(3);
  });

  it("rows that are held are read again once another process has changed them", async () => {
    const { store, url } = await opened();
    const other = await openShared("postgres", url);
    onTestFinished(() => other.close());
    const rowIn = (from: typeof store) =>
      from.read("p", async (tx) => (await tx.getRows([{ view: "v", key: "k" }]))[0]);
    for (let n = 1; n <= 6; n += 1) {
      const [writer, reader] = n % 2 === 0 ? [store, other] : [other, store];
      await writer.write("p", (tx) => tx.putRows([{ view: "v", key: "k", row: { n } }]));
      expect(await rowIn(reader)).toEqual({ n });
      expect(await rowIn(writer)).toEqual({ n });
    }
  });

  it("a dump by the owner holds every project, and is restored into an empty database", async () => {
    const { store, url } = await opened();
    await fillStore(store);
    await store.write("other", (tx) => tx.putRows([{ view: "v", key: "k", row: { n: 1 } }]));
    const [file, target] = [join(tempFolder(), "whetstone.dump"), await server().newDatabase()];
    const dump = ["--enable-row-security", "--format=custom", "--schema=whetstone", `--file=${file}`, url];
    server().tool("pg_dump", dump, "-c whetstone.whole_store=on");
    server().tool("pg_restore", ["--exit-on-error", `--dbname=${target}`, file]);
    const restored = await openShared("postgres", target);
    onTestFinished(() => restored.close());
    expect(await everythingIn(restored)).toEqual(await everythingIn(store));
    expect(await restored.read("other", (tx) => tx.countRows("v"))).toBe(1);
    expect((await restored.inspect()).problems).toEqual([]);
    expect(await appendNext(restored, "after")).toBe(2);
  });

  it("backing up and restoring say which program of the database does it", async () => {
    const { store } = await opened();
    await expect(store.backUp()).rejects.toMatchObject({ next: expect.stringContaining("pg_dump") });
    await expect(store.restore("p")).rejects.toMatchObject({ next: expect.stringContaining("pg_restore") });
  });

  it("a server that is not there is unreachable, and one that refuses says so", async () => {
    const url = await server().newDatabase();
    const gone = await openShared("postgres", url.replace(/host=[^&]*/, "host=/nowhere"));
    await expect(gone.read("p", (tx) => tx.head())).rejects.toMatchObject({ code: "unreachable" });
    const stranger = await openShared("postgres", url.replace("member@", "stranger@"));
    await expect(stranger.read("p", (tx) => tx.head())).rejects.toMatchObject({ code: "not_allowed" });
    await gone.close();
    await stranger.close();
  });
});
