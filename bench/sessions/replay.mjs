import { join } from "node:path";
import { build } from "esbuild";
import { payloadsOf } from "./stream.mjs";

/** The product, bundled from source into a folder of its own, so that its models are found. */
export async function bundledRoom(folder) {
  const outfile = join(folder, "room.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "room.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "warning",
  });
  return import(outfile);
}

/** Prompts of the streams were typed in a terminal. */
const typedByPerson = { entry: "cli", postFault: () => undefined, missedPosts: () => undefined };

/**
 * Replays a stream through the hooks of Claude Code with the stream's own times. Each step has a moment of its
 * own, by which the events that it caused are found in the log afterwards.
 *
 * @returns {Promise<{ steps: object[], events: object[], lessons: object[], headline: object }>}
 */
export async function replay(entries, { root, env }, room, progress = () => undefined) {
  let now = 0;
  const clock = () => now;
  const host = room.claudeCodeHost(clock);
  const project = room.openProject({
    root,
    env,
    clock,
    set: [
      "evidence.enabled=false",
      "store.synchronous=normal",
      "insights.briefLimitMs=60000",
      "insights.captureLimitMs=600000",
    ],
  });
  const ws = project.handle(room.hostSpeaker(host.name));
  const last = new Map(entries.map((entry, index) => [entry.session, index]));
  const started = new Set();
  const steps = [];
  const send = async (payload, entry, at) => {
    now = Math.max(now + 1, at);
    const { body } = await host.handle(payload, async () => ws, typedByPerson);
    steps.push({ at: now, entry, event: payload.hook_event_name, session: entry.session, reply: body });
  };
  for (const [index, entry] of entries.entries()) {
    const at = Date.parse(entry.ts);
    const every = { session_id: entry.session, cwd: root };
    if (!started.has(entry.session)) {
      started.add(entry.session);
      await send({ ...every, hook_event_name: "SessionStart", source: "startup" }, entry, at);
    }
    const payloads = payloadsOf(entry, root);
    for (const [place, payload] of payloads.entries())
      await send(payload, entry, place === payloads.length - 1 ? Date.parse(entry.end ?? entry.ts) : at);
    if (last.get(entry.session) === index)
      await send({ ...every, hook_event_name: "SessionEnd", reason: "other" }, entry, at);
    progress(index + 1, entries.length);
  }
  const events = [];
  for await (const line of ws.export()) {
    const event = JSON.parse(line);
    if (event.seq !== undefined) events.push(event);
  }
  const { lessons } = await ws.lessons.list({});
  const { headline } = await ws.status();
  await ws.close();
  return { steps, events, lessons, headline, failureId: room.failureId };
}
