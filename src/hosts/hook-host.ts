import type { Whetstone } from "../compose.js";
import { attend } from "./attend.js";
import type { Host, HostAnswer } from "./host.js";
import type { Moment, Reply } from "./moment.js";
import { Sessions } from "./sessions.js";

export interface HookDialect<Event> {
  readonly name: string;
  readonly read: (payload: unknown) => { success: true; data: Event } | { success: false; error: { message: string } };
  readonly momentsOf: (event: Event) => readonly Moment[];
  readonly outputOf: (event: Event, reply: Reply) => object | undefined;
  /** Epoch milliseconds; tests move it. */
  readonly clock?: () => number;
}

const nothing: HostAnswer = { status: 200, body: undefined };

/** A host that calls us with one payload for each of its events, and reads one answer. */
export function hookHost<Event>({ name, read, momentsOf, outputOf, clock = Date.now }: HookDialect<Event>): Host {
  const sessions = new Sessions();
  return {
    name,
    async handle(payload, open) {
      const parsed = read(payload);
      if (!parsed.success) {
        await noteUnreadable(name, payload, open, parsed.error.message);
        return nothing;
      }
      const replies: Reply[] = [];
      for (const moment of momentsOf(parsed.data)) {
        // Nothing comes of a call that is refused: an agent that it would have started gets no brief.
        if (replies.some(({ refusal }) => refusal !== undefined)) break;
        replies.push(await attend(moment, { sessions, open, clock }));
      }
      return { status: 200, body: outputOf(parsed.data, Object.assign({}, ...replies)) };
    },
  };
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
