import { hostSpeaker } from "../../verbs/call/speaker.js";
import type { OpenOptions } from "../../verbs/open/open-options.js";
import { openProject } from "../../verbs/open/open-whetstone.js";
import { claudeCodeHost } from "../claude-code/host.js";
import { type Payload, payloadsOf, type SessionEntry } from "./session-file.js";

/** One call of a hook, and what the agent was answered. */
export interface ReplayedStep {
  /** Epoch milliseconds: every step has a moment of its own, by which its events are found in the log. */
  readonly at: number;
  readonly entry: SessionEntry;
  readonly event: string;
  readonly session: string;
  readonly reply: object | undefined;
}

/** An event of the log of a replay, as it is exported. */
export interface ReplayedEvent {
  readonly type: string;
  readonly at: string;
  readonly origin: string;
  readonly run?: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Replayed {
  readonly steps: readonly ReplayedStep[];
  readonly events: readonly ReplayedEvent[];
  readonly lessons: readonly object[];
  /** How often failures came back, by the product's own count. */
  readonly headline: object;
}

/** A replay answers no agent that waits, keeps nothing where others look for it, and asks no model. */
const always = [
  "store.kind=sqlite",
  "store.folder=",
  "store.synchronous=normal",
  "model.enabled=false",
  "insights.briefLimitMs=60000",
  "insights.captureLimitMs=600000",
] as const;

type Place = Required<Pick<OpenOptions, "root" | "env">> & Pick<OpenOptions, "set" | "project">;

/** Prompts of recorded sessions were typed in a terminal. */
const typedByPerson = { entry: "cli", postFault: () => undefined, missedPosts: () => undefined };

/**
 * Replays recorded sessions through the hooks of Claude Code with their own times, in a project that holds
 * nothing else.
 */
export async function replaySessions(
  entries: readonly SessionEntry[],
  { root, set = [], ...place }: Place,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Replayed> {
  let now = 0;
  const clock = () => now;
  const host = claudeCodeHost(clock);
  const project = openProject({ ...place, root, clock, set: [...set, ...always] });
  const ws = project.handle(hostSpeaker(host.name));
  const steps: ReplayedStep[] = [];
  const send = async (payload: Payload, entry: SessionEntry, at: number) => {
    now = Math.max(now + 1, at);
    const { body } = await host.handle(payload, async () => ws, typedByPerson);
    const event = payload.hook_event_name;
    steps.push({ at: now, entry, event, session: entry.session, reply: body as object | undefined });
  };
  try {
    const last = new Map(entries.map(({ session }, index) => [session, index]));
    const started = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const [at, end] = timesOf(entry);
      const every = { session_id: entry.session, cwd: root };
      if (!started.has(entry.session))
        await send({ ...every, hook_event_name: "SessionStart", source: "startup" }, entry, at);
      started.add(entry.session);
      const payloads = payloadsOf(entry, root);
      for (const [place, payload] of payloads.entries())
        await send(payload, entry, place === payloads.length - 1 ? end : at);
      if (last.get(entry.session) === index)
        await send({ ...every, hook_event_name: "SessionEnd", reason: "other" }, entry, at);
      onProgress(index + 1, entries.length);
    }
    const { headline } = await ws.status();
    const { lessons } = await ws.lessons.list({});
    return { steps, events: await eventsOf(ws.export()), lessons, headline };
  } finally {
    await project.close();
  }
}

function timesOf(entry: SessionEntry): readonly [number, number] {
  const at = Date.parse(entry.ts);
  const end = entry.kind === "call" && entry.end !== undefined ? Date.parse(entry.end) : at;
  return [at, end];
}

async function eventsOf(lines: AsyncIterable<string>): Promise<readonly ReplayedEvent[]> {
  const events: ReplayedEvent[] = [];
  for await (const line of lines) {
    const event = JSON.parse(line);
    if (event.seq !== undefined) events.push(event);
  }
  return events;
}
