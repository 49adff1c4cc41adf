import { dirname } from "node:path";
import { codexPayloads, writeConversation } from "./codex-payloads.mjs";
import { plainOutput } from "./judge.mjs";
import { tokensIn } from "./score.mjs";
import { callText } from "./words.mjs";

/** A replay answers no agent that waits, keeps nothing where others look for it, and asks no model. */
export const settings = [
  "evidence.enabled=false",
  "store.kind=sqlite",
  "store.folder=",
  "store.synchronous=normal",
  "model.enabled=false",
  "insights.briefLimitMs=60000",
  "insights.captureLimitMs=600000",
];

/** Prompts of recorded sessions were typed in a terminal. */
const typedByPerson = { entry: "cli", postFault: () => undefined, missedPosts: () => undefined };

/**
 * The record of a stream (`score.mjs`) that the product leaves when the stream runs through the hooks of its
 * host with the clock of the recording, in a project that holds nothing else. What is said is read from what
 * the agent is answered; from the log come only the remedies, causing lines and corrections that it noted.
 */
export async function replay(stream, { room, root, env, set = [], onProgress = () => undefined }) {
  let now = 0;
  const clock = () => now;
  const host = stream.host === "codex" ? room.codexHost() : room.claudeCodeHost(clock);
  const conversation = writeConversation(dirname(root));
  const payloadsOf = (entry) =>
    stream.host === "codex" ? codexPayloads(entry, root, conversation) : room.payloadsOf(entry, root);
  const project = room.openProject({ root, env, clock, set: [...set, ...settings] });
  const ws = project.handle(room.hostSpeaker(host.name));
  const steps = [];
  const send = async (payload, entry, index, at) => {
    now = Math.max(now + 1, at);
    const { body } = await host.handle(payload, async () => ws, typedByPerson);
    steps.push({ at: now, entry, index, event: payload.hook_event_name, reply: body });
  };
  try {
    const last = new Map(stream.entries.map(({ session }, index) => [session, index]));
    const started = new Set();
    for (const [index, entry] of stream.entries.entries()) {
      const at = Date.parse(entry.ts);
      const every = { session_id: entry.session, cwd: root, transcript_path: conversation };
      if (!started.has(entry.session))
        await send({ ...every, hook_event_name: "SessionStart", source: "startup" }, entry, index, at);
      started.add(entry.session);
      const payloads = payloadsOf(entry);
      for (const [place, payload] of payloads.entries())
        await send(
          payload,
          entry,
          index,
          place === payloads.length - 1 ? Date.parse(entry.end ?? entry.ts) : at,
        );
      if (last.get(entry.session) === index)
        await send({ ...every, hook_event_name: "SessionEnd", reason: "other" }, entry, index, at);
      onProgress(index + 1, stream.entries.length);
    }
    return { ...saidIn(steps), ...notedIn(await eventsOf(ws.export()), steps, room.failureId) };
  } finally {
    await project.close();
  }
}

async function eventsOf(lines) {
  const events = [];
  for await (const line of lines) {
    const event = JSON.parse(line);
    if (event.seq !== undefined) events.push(event);
  }
  return events;
}

/** Whatever an agent was answered, as lines, and what it cost. */
export function saidIn(steps) {
  const context = {};
  const said = steps.flatMap(({ entry, index, event, reply }) => {
    const { additionalContext, permissionDecision, permissionDecisionReason } =
      reply?.hookSpecificOutput ?? {};
    const stops = permissionDecision === "deny" || permissionDecision === "ask";
    const text = stops ? permissionDecisionReason : (additionalContext ?? "");
    if (text === "") return [];
    context[entry.session] = (context[entry.session] ?? 0) + tokensIn(text);
    const place = {
      session: entry.session,
      index,
      ...(/^(?:Pre|Post)Tool/.test(event) ? { id: entry.id } : {}),
    };
    return (stops ? [text] : linesIn(text)).map((line) => ({
      ...place,
      moment: /\bnothing worked\b/i.test(line) && !stops ? "unsolved" : momentOf(event, entry),
      text: line,
    }));
  });
  return { said, context };
}

function momentOf(event, entry) {
  if (event === "SessionStart" || event === "SubagentStart") return "start";
  if (event === "UserPromptSubmit") return "prompt";
  if (event === "PreToolUse") return "call";
  return entry.is_error ? "failure" : "success";
}

/** The points of a list with what is indented below them, or a text without a list as one; about failures. */
export function linesIn(text) {
  const points = text.split(/\n(?=- )|^(?=- )/).filter((part) => part.startsWith("- "));
  const lines = points.map((point) => point.slice(2).split(/\n(?!\s)/)[0]);
  return (points.length === 0 ? [text] : lines).filter((line) => /\bfail|\bworked\b/i.test(line));
}

/** The only place that knows how the product's events look. */
function notedIn(events, steps, failureId) {
  const stepAt = new Map(steps.map((step) => [step.at, step]));
  const [claims, causes, heard, open] = [{}, {}, [], new Map()];
  for (const { type, at, origin, data, run } of events) {
    const step = stepAt.get(Date.parse(at));
    if (step === undefined) continue;
    const { entry, event } = step;
    // A rule that is in force already is confirmed when it is heard again.
    if (type === "correction-heard" || (type === "lesson-confirmed" && origin.startsWith("prompt:")))
      heard.push(...(event === "UserPromptSubmit" ? [`${entry.session} ${entry.ts}`] : []));
    const keyOf = (lesson) => `${entry.session}\n${run}\n${lesson}`;
    if (type === "reflection-recorded") {
      if (data.cause !== undefined) causes[entry.id] = data.cause;
      const key = keyOf(failureId(data.signature ?? ""));
      open.set(key, [...(open.get(key) ?? []), entry.id]);
    }
    if (type !== "failure-undone" || data.pair === undefined) continue;
    const key = keyOf(data.lesson);
    const calls = [entry.id, ...callsLike(data.pair.worked.text, steps, step)];
    for (const id of open.get(key) ?? []) claims[id] = { calls, text: `\`${data.pair.worked.text}\`` };
    open.delete(key);
  }
  return { claims, causes, heard };
}

const callsLookedAt = 40;

/** The calls before a step with the same text: what was done before the call that worked. */
function callsLike(text, steps, step) {
  const before = steps.slice(Math.max(0, steps.indexOf(step) - callsLookedAt), steps.indexOf(step));
  const isSame = ({ entry }) => entry.session === step.entry.session && entry.kind === "call";
  return [
    ...new Set(before.filter(isSame).flatMap(({ entry }) => (callText(entry) === text ? [entry.id] : []))),
  ];
}

/** Whether the product takes a call for failed when a host says nothing of it. */
export function looksFailed({ fromText, isBad }) {
  return (call) =>
    isBad(fromText({ tool: call.tool, input: callText(call), output: plainOutput(call.output) }).result);
}
