import { withoutPassword } from "../../base/text/without-password.js";
import type { Role } from "../rights/roles.js";
import type {
  Key,
  KeyHolder,
  Machine,
  MachineConfirmed,
  MachineExchanged,
  Membership,
  Roster,
} from "../rights/roster.js";
import { Batcher } from "./batcher.js";
import { type Connection, Connections } from "./driver.js";
import { migrate, refuseOther, schemaVersion } from "./migrate.js";
import { migrations } from "./migrations/index.js";
import { translateError } from "./translate-error.js";

const keyColumns = `id, project, member, kind, created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"`;
const sql = {
  // The time of use is kept to the minute, so that most calls write nothing.
  holders: `
    WITH found AS (
      SELECT id, hash, key.project, key.member, kind, role FROM whetstone.team_key AS key
      JOIN whetstone.team_membership AS membership
        ON membership.project = key.project AND membership.member = key.member
      WHERE hash = ANY($1) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
    ), unmarked AS (
      -- Another hub may be marking the same keys, in another order: neither waits for the other.
      SELECT id FROM whetstone.team_key
      WHERE id IN (SELECT id FROM found) AND (last_used_at IS NULL OR last_used_at < $3)
      FOR UPDATE SKIP LOCKED
    ), used AS (
      UPDATE whetstone.team_key SET last_used_at = $3 WHERE id IN (SELECT id FROM unmarked)
    )
    SELECT hash, id AS key, project, member, kind, role FROM found`,
  members:
    "SELECT member, project, role, since FROM whetstone.team_membership WHERE project = $1 ORDER BY member",
  setRole: `INSERT INTO whetstone.team_membership (member, project, role, since) VALUES ($1, $2, $3, $4)
    ON CONFLICT (project, member) DO UPDATE SET role = excluded.role`,
  removeRole: "DELETE FROM whetstone.team_membership WHERE member = $1 AND project = $2",
  keys: `SELECT ${keyColumns} FROM whetstone.team_key WHERE project = $1 ORDER BY member, created_at, id`,
  addKey: `INSERT INTO whetstone.team_key (id, hash, project, member, kind, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  revoke: `UPDATE whetstone.team_key SET revoked_at = coalesce(revoked_at, $3)
    WHERE project = $1 AND id = $2 RETURNING id`,
  confirm: `INSERT INTO whetstone.team_machine AS known (project, member, machine, forgotten_through, confirmed_at)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (project, member, machine) DO UPDATE
    SET forgotten_through = excluded.forgotten_through, confirmed_at = excluded.confirmed_at
    WHERE known.forgotten_through < excluded.forgotten_through`,
  noteExchange: `INSERT INTO whetstone.team_machine AS known (project, member, machine, position, exchanged_at)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (project, member, machine) DO UPDATE
    SET position = excluded.position, exchanged_at = excluded.exchanged_at`,
  machines: `SELECT member, machine, position, exchanged_at AS "exchangedAt",
    forgotten_through AS "forgottenThrough", confirmed_at AS "confirmedAt"
    FROM whetstone.team_machine WHERE project = $1 ORDER BY member, machine`,
};

interface AskedKey {
  readonly hash: string;
  readonly now: string;
}

/** Calls wait for each other when more are made at once. */
const connectionsAtMost = 4;

/** Members and keys in the database that also holds the logs. */
export class PostgresRoster implements Roster {
  readonly #connections: Connections;
  readonly #location: string;
  readonly #holders = new Batcher((asked: readonly AskedKey[]) => this.#holdersOf(asked));
  #hasSchema = false;

  constructor(url: string) {
    this.#connections = new Connections(url, connectionsAtMost);
    this.#location = withoutPassword(url);
  }

  holderOf(hash: string, now: string): Promise<KeyHolder | undefined> {
    return this.#holders.ask({ hash, now });
  }

  membersOf(project: string): Promise<readonly Membership[]> {
    return this.#with((connection) => connection.all<Membership>(sql.members, project));
  }

  async setRole(member: string, project: string, role: Role | null, now: string): Promise<void> {
    await this.#with((connection) =>
      role === null
        ? connection.all(sql.removeRole, member, project)
        : connection.all(sql.setRole, member, project, role, now),
    );
  }

  keysIn(project: string): Promise<readonly Key[]> {
    return this.#with((connection) => connection.all<Key>(sql.keys, project));
  }

  async addKey(key: Omit<Key, "revokedAt" | "lastUsedAt"> & { readonly hash: string }): Promise<void> {
    const { id, hash, project, member, kind, createdAt, expiresAt } = key;
    await this.#with((connection) =>
      connection.all(sql.addKey, id, hash, project, member, kind, createdAt, expiresAt),
    );
  }

  async revokeKey(project: string, id: string, now: string): Promise<boolean> {
    return (await this.#with((connection) => connection.all(sql.revoke, project, id, now))).length > 0;
  }

  async noteExchange(project: string, exchanged: MachineExchanged): Promise<void> {
    const { member, machine, position, exchangedAt } = exchanged;
    await this.#with((connection) =>
      connection.all(sql.noteExchange, project, member, machine, position, exchangedAt),
    );
  }

  async confirmForgotten(project: string, confirmed: MachineConfirmed): Promise<void> {
    const { member, machine, forgottenThrough, confirmedAt } = confirmed;
    await this.#with((connection) =>
      connection.all(sql.confirm, project, member, machine, forgottenThrough, confirmedAt),
    );
  }

  machinesOf(project: string): Promise<readonly Machine[]> {
    return this.#with((connection) => connection.all<Machine>(sql.machines, project));
  }

  async isReachable(): Promise<boolean> {
    try {
      await this.#with((connection) => connection.all("SELECT 1"));
      return true;
    } catch {
      // Whatever it is, the answer is no: the calls that need the database say what is wrong with it.
      return false;
    }
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  async #holdersOf(asked: readonly AskedKey[]): Promise<readonly (KeyHolder | undefined)[]> {
    // All of them asked within the time of one statement; the latest time is the strictest.
    const now =
      asked
        .map((each) => each.now)
        .toSorted()
        .at(-1) ?? "";
    const minute = `${now.slice(0, "2026-01-31T14:05".length)}:00.000Z`;
    const hashes = [...new Set(asked.map(({ hash }) => hash))];
    const found = await this.#with((connection) =>
      connection.all<KeyHolder & { readonly hash: string }>(sql.holders, hashes, now, minute),
    );
    const holders = new Map(found.map(({ hash, ...holder }) => [hash, holder]));
    return asked.map(({ hash }) => holders.get(hash));
  }

  async #with<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      const connection = await this.#connections.borrow();
      try {
        await this.#makeSchema(connection);
        const result = await job(connection);
        connection.release();
        return result;
      } catch (error) {
        connection.discard();
        throw error;
      }
    } catch (error) {
      throw translateError(error, this.#location);
    }
  }

  async #makeSchema(connection: Connection): Promise<void> {
    if (this.#hasSchema) return;
    const version = await schemaVersion(connection);
    refuseOther(version, migrations, this.#location);
    if (version < (migrations.at(-1)?.version ?? 0)) await migrate(connection, migrations);
    this.#hasSchema = true;
  }
}
