import type { Whetstone } from "../compose/whetstone.js";
import { attend } from "./attend.js";
import type { Host, HostAnswer } from "./host.js";
import type { Moment, Reply } from "./moment.js";
import { isEcho, Sessions } from "./sessions.js";

export interface HookDialect<Event> {
  readonly name: string;
  readonly read: (
    payload: unknown,
  ) => { success: true; data: Event } | { success: false; error: { message: string } };
  readonly momentsOf: (event: Event) => readonly Moment[];
  readonly outputOf: (event: Event, reply: Reply) => object | undefined;
  /** Whether the host posts some of its events itself, by a project's settings. */
  readonly posts?: boolean;
  /** Epoch milliseconds; tests move it. */
  readonly clock?: () => number;
}

const nothing: HostAnswer = { status: 200, body: undefined };

/** A host that calls us with one payload for each of its events, and reads one answer. */
export function hookHost<Event>(dialect: HookDialect<Event>): Host {
  const { name, read, momentsOf, outputOf, posts = false, clock = Date.now } = dialect;
  const sessions = new Sessions();
  return {
    name,
    ...(posts ? { folderOf: (payload: unknown) => (Object(payload) as { cwd?: unknown }).cwd } : {}),
    isAwaited: (now) => sessions.isAwaited(now),
    async handle(payload, open, line) {
      const parsed = read(payload);
      if (!parsed.success) {
        await noteUnreadable(name, payload, open, parsed.error.message);
        return nothing;
      }
      const moments = momentsOf(parsed.data);
      const [first] = moments;
      if (first !== undefined && isToldAgain(first, payload, sessions, clock())) return nothing;
      const replies: Reply[] = [];
      for (const moment of moments) {
        // Nothing comes of a call that is refused: an agent that it would have started gets no brief.
        if (replies.some(({ refusal }) => refusal !== undefined)) break;
        replies.push(await attend(moment, { sessions, open, clock, line }));
      }
      return { status: 200, body: outputOf(parsed.data, Object.assign({}, ...replies)) };
    },
  };
}

/** Tool calls have ids by which they are told apart, and are not compared: what they carry is large. */
function isToldAgain(moment: Moment, payload: unknown, sessions: Sessions, now: number): boolean {
  if (moment.kind === "before-tool" || moment.kind === "after-tool") return false;
  return isEcho(sessions.of(moment.session), JSON.stringify(payload), now);
}

/** A payload that is not as it was recorded means that the host has changed: somebody has to hear of it. */
async function noteUnreadable(
  name: string,
  payload: unknown,
  open: (root: string) => Promise<Whetstone>,
  message: string,
): Promise<void> {
  const {
    workspace_roots: roots,
    cwd = Array.isArray(roots) ? roots[0] : undefined,
    directory = cwd,
    hook_event_name,
    hook = hook_event_name,
  } = Object(payload) as Readonly<Record<string, unknown>>;
  if (typeof directory !== "string") return;
  try {
    const ws = await open(directory);
    ws.noteCall(name);
    ws.noteLoss(`${name} payload`, `${String(hook).slice(0, 60)} is not as expected: ${message}`);
  } catch {
    // Without a project there is no place to note it; the hook's own answer is empty, as it would be anyway.
    return;
  }
}
