import { join } from "node:path";
import { expect, it } from "vitest";
import { recordingsOf } from "../../support/host-session.js";
import { recordedPayload } from "../../support/recorded-payload.js";
import type { Step } from "../../support/scripted-model/step.js";
import { type AgentDriver, addDirective, done, startAgent } from "./agent-driver.js";
import { keptPayloads } from "./keep-hooks.js";
import type { LearningProject } from "./learning-project.js";

export interface RecordedSession {
  /** Turns of the agent that a person talks to, whose moments are those of the recordings. */
  readonly main: (project: LearningProject) => readonly Step[];
  /** Turns of the agent that it starts. */
  readonly agent: readonly Step[];
  /** Recordings whose moment a session without a network, a person or a fault does not have, and why. */
  readonly elsewhere: Readonly<Record<string, string>>;
  /** A call that a lesson refuses. */
  readonly forbid?: string;
}

/**
 * Our tests without an agent are made of what agents once sent: each recording has the fields that the agent
 * sends today.
 */
export function recordingCases(
  driver: AgentDriver,
  { main, agent, elsewhere, forbid }: RecordedSession,
): void {
  it(`${driver.host} sends what was recorded`, async () => {
    const { project, script, run } = await startAgent(driver);
    const folder = join(project.home, "payloads");
    driver.keep(project, folder);
    if (forbid !== undefined)
      addDirective(project, "Never publish from a task", "--roles", "coder", "--forbid", forbid, "--enforce");
    script.main = main(project);
    script.agent = agent;
    expect((await run()).said).toContain(done.text);
    const sent = keptPayloads(folder).map((payload) => ({
      moment: momentOf(payload),
      fields: fieldsOf(payload),
    }));
    const names = recordingsOf(driver.host).filter((each) => !(each in elsewhere));
    const changed = names.flatMap((name) => {
      const recorded = recordedPayload(driver.host, name, project.project, ownFields);
      const fields = fieldsOf(recorded);
      const alike = sent.filter(({ moment }) => moment === momentOf(recorded));
      return alike.some((each) => each.fields === fields) ? [] : [{ name, recorded: fields, sent: alike }];
    });
    expect(changed).toEqual([]);
  });
}

/** What our plugin in OpenCode adds to what it is given. */
const ownFields = { parent: undefined, agent: undefined, said: undefined };

type Fields = Readonly<Record<string, unknown>>;

/** The event and the tool; MCP tools are alike whoever serves them. */
function momentOf({ hook_event_name, tool_name, hook, input }: Fields): string {
  const { type, tool, properties } = Object(input) as Fields;
  const { part } = Object(properties) as Fields;
  const { tool: failed, state } = Object(part) as { tool?: unknown; state?: { status?: unknown } };
  return [
    hook ?? hook_event_name,
    String(tool_name ?? tool ?? "").replace(/^(mcp__).*/, "$1"),
    type,
    failed,
    state?.status,
  ]
    .filter((each) => each !== undefined)
    .join(" ");
}

/** What the model gives a tool has the fields that it pleases. */
const free = /^(?:tool_input|args)$/;

/** The names of all fields, those within others too; entries of a list are taken together. */
function fieldsOf(payload: Fields): string {
  // So has what an MCP server answers.
  const isOfServer = String(payload.tool_name).startsWith("mcp__") && "tool_response" in payload;
  const known = isOfServer ? { ...payload, tool_response: "" } : payload;
  return [...new Set(pathsOf(known, ""))].sort().join(" ");
}

function pathsOf(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsOf(each, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = path === "" ? key : `${path}.${key}`;
    if (inner === undefined) return [];
    return free.test(key) ? [name] : [name, ...pathsOf(inner, name)];
  });
}
