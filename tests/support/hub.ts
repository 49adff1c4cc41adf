import { onTestFinished } from "vitest";
import { defaults } from "../../src/base/config/settings.js";
import { invite } from "../../src/hub/exchange/team-acts.js";
import type { SentEvent } from "../../src/hub/rights/hub.js";
import type { KeyKind, Role } from "../../src/hub/rights/roles.js";
import { formatHeader, logFormat } from "../../src/log/events/format.js";
import { type RunningHub, startHub } from "../../src/surfaces/server/serve-hub.js";
import { openRoster } from "../../src/verbs/open/open-hub.js";
import { patience } from "./patience.js";
import { tempFolder } from "./temp-folder.js";

/** What a program says of the logs that it exchanges. */
export const inForm = { [formatHeader]: String(logFormat) };

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
}

export interface HubUnderTest extends RunningHub {
  /** A new key; a person's, if left out. */
  keyFor(project: string, member: string, role: Role, kind?: KeyKind, days?: number): Promise<string>;
  /** Every key of the project. */
  revokeAll(project: string): Promise<void>;
  call(key: string | undefined, method: string, path: string, body?: unknown): Promise<Answer>;
}

/** A hub on a database, stopped when the test ends. */
export async function hubOn(database: string, clock?: () => number, port = 0): Promise<HubUnderTest> {
  const home = tempFolder();
  const env = { HOME: home, ...patience };
  const hub = await startHub({
    url: database,
    env,
    settings: defaults,
    port,
    ...(clock === undefined ? {} : { clock }),
  });
  const roster = openRoster(database);
  const stopped = { done: false };
  const stop = async () => {
    if (stopped.done) return;
    stopped.done = true;
    await hub.stop();
    await roster.close();
  };
  onTestFinished(stop);
  return {
    url: hub.url,
    stop,
    keyFor: async (project, member, role, kind = "person", days = 30) => {
      const now = new Date(clock?.() ?? Date.now()).toISOString();
      return (await invite(roster, { project, member, role, kind, days }, now)).key;
    },
    revokeAll: async (project) => {
      for (const { id } of await roster.keysIn(project))
        await roster.revokeKey(project, id, new Date(clock?.() ?? Date.now()).toISOString());
    },
    call: async (key, method, path, body) => {
      const response = await fetch(`${hub.url}${path}`, {
        method,
        headers: {
          ...inForm,
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text, body: text.startsWith("{") ? JSON.parse(text) : {} };
    },
  };
}

/** An event of a machine's own log. */
export function sentEvent(n: number, changes: Partial<SentEvent> = {}): SentEvent {
  return {
    id: `0190a000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    type: "error-recorded",
    at: "2026-01-02T03:04:05.678Z",
    actor: "claude",
    origin: "agent:coder",
    task: `bd-${n}`,
    v: 1,
    data: JSON.stringify({ message: `failure ${n}`, errorType: "unknown" }),
    ...changes,
  };
}
