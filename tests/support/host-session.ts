import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../../src/agents/host.js";
import { hostSpeaker } from "../../src/verbs/call/speaker.js";
import type { Whetstone } from "../../src/verbs/open/whetstone.js";
import { recordedPayload } from "./recorded-payload.js";
import { collect, openInTemp } from "./whetstone.js";

type Fields = Readonly<Record<string, unknown>>;

type SessionOptions = Parameters<typeof openInTemp>[0] & {
  readonly usual?: Fields;
  readonly payloadOf?: typeof recordedPayload;
  /** How the agent was started, as it tells the programs that it runs. */
  readonly entry?: string;
};

/**
 * An agent's session over a real store: each call sends what a real agent sent, by the name of its recording.
 */
export async function hostSession<Output>(
  host: Host,
  folder: string,
  { usual = {}, payloadOf = recordedPayload, entry, ...options }: SessionOptions = {},
) {
  const diagnostics = { entry, postFault: () => undefined, missedPosts: () => undefined };
  const ws = await openInTemp(options);
  const seenByHost = ws.as(hostSpeaker(host.name));
  const send = async (name: string, fields: Fields = {}) => {
    const payload = payloadOf(folder, name, ws.folder, { ...usual, ...fields });
    return (await host.handle(payload, async () => seenByHost, diagnostics)).body as Output | undefined;
  };
  return { ws, send };
}

/** The names of what a host sent; or of what it should send, where nobody ran it. */
export function recordingsOf(
  folder: string,
  kind: "recorded" | "documented" = "recorded",
): readonly string[] {
  return readdirSync(join(import.meta.dirname, "../../src/agents", folder, kind))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length));
}

/** The data of the log's events of one type. */
export async function dataOf(
  ws: Whetstone,
  type: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const lines = await collect(ws.export());
  return lines
    .map((line) => JSON.parse(line))
    .filter((event) => event.type === type)
    .map(({ data }) => data);
}

/** A person says what to do about the only failure that is known. */
export async function vouchForFailure(ws: Whetstone, reason = "call frob instead"): Promise<void> {
  const { lessons } = await ws.lessons.list({ kind: "failure", state: "unsolved" });
  await ws.lessons.promote({ lesson: lessons[0]?.id ?? "", reason, origin: "human" });
}

/** A directive of a person for a role, as `lessons add` brings it in. */
export function addDirective(
  ws: Whetstone,
  changes: Partial<Parameters<Whetstone["lessons"]["add"]>[0]> = {},
) {
  return ws.lessons.add({
    text: "Never push to the main branch from a task",
    forbiddenActions: ["Bash(git push)"],
    verificationChecks: ["no push in the log"],
    appliesToAgents: ["coder"],
    origin: "human",
    ...changes,
  });
}
