import { wellFormedValue } from "../base/text/well-formed.js";
import { handleMoment, refusalUnread } from "./handle-moment.js";
import type { HookDiagnostics, Host, HostAnswer, OpenProject } from "./host.js";
import type { Moment, Reply, TypedBy } from "./moment.js";
import { isRepeatedPayload, Sessions } from "./sessions.js";

/** What of a payload is not as expected. */
interface Misfit {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  /** Of a payload whose event decides its form. */
  readonly discriminator?: string | undefined;
}

export interface HookDialect<Event> {
  readonly name: string;
  readonly read: (
    payload: unknown,
  ) => { success: true; data: Event } | { success: false; error: { issues: readonly Misfit[] } };
  readonly momentsOf: (event: Event) => readonly Moment[] | Promise<readonly Moment[]>;
  readonly outputOf: (event: Event, reply: Reply) => object | undefined;
  /** Who typed the prompt of an event; undefined if not a person. `entry`: how the agent was started. */
  readonly typedBy?: (event: Event, entry: string | undefined) => TypedBy | undefined;
  /** Whether the agent tells the programs that it runs where its session began. */
  readonly tellsStart?: boolean;
  /** Whether the agent posts some of its events itself, as a project's settings tell it to. */
  readonly posts?: boolean;
  /** Epoch milliseconds; tests move it. */
  readonly clock?: () => number;
}

const emptyAnswer: HostAnswer = { status: 200, body: undefined };

/** A host that calls us with one payload for each of its events, and reads one answer. */
export function hookHost<Event>(dialect: HookDialect<Event>): Host {
  const { name, read, momentsOf, outputOf, typedBy, tellsStart, posts = false, clock = Date.now } = dialect;
  const sessions = new Sessions();
  return {
    name,
    posts,
    isAwaited: (now) => sessions.isAwaited(now),
    async handle(sent, open, diagnostics) {
      // Before anything is read of it: one broken character must not cost an agent its whole call, not even
      // in a name that a verb would refuse for it.
      const payload = wellFormedValue(sent);
      const cutShort = diagnostics?.cutShort;
      // The id of a call stands behind its input.
      const parsed = read(cutShort === undefined ? payload : { tool_use_id: "", ...Object(payload) });
      const startedIn = tellsStart === true ? diagnostics?.startedIn : undefined;
      if (!parsed.success) {
        if (cutShort !== undefined) throw cutShort;
        await noteUnreadable(name, { payload, startedIn, open, diagnostics }, parsed.error.issues[0]);
        return emptyAnswer;
      }
      const typed = typedBy?.(parsed.data, diagnostics?.entry);
      const found = await momentsOf(parsed.data);
      const moments = found.map((each) => ({ startedIn, ...withTypist(each, typed) }));
      const [first] = moments;
      if (cutShort !== undefined && first?.kind !== "before-tool") throw cutShort;
      if (first !== undefined && isRepeated(first, payload, sessions, clock())) return emptyAnswer;
      const replies: Reply[] = [];
      for (const moment of moments) {
        // A refused call does not happen: an agent that it would have started gets no brief.
        if (replies.some(({ refusal }) => refusal !== undefined)) break;
        replies.push(await handleMoment(moment, { sessions, open, clock, diagnostics }));
      }
      const refused = cutShort === undefined ? {} : refusalUnread(cutShort);
      return { status: 200, body: outputOf(parsed.data, { ...joined(replies), ...refused }) };
    },
  };
}

/** One event may stand for several calls, each with its own context. */
function joined(replies: readonly Reply[]): Reply {
  const contexts = replies.flatMap(({ context }) => context ?? []);
  const reply: Reply = Object.assign({}, ...replies);
  return contexts.length < 2 ? reply : { ...reply, context: contexts.join("\n\n") };
}

/** Another agent's prompt is not a person's, even if a person started the session. */
function withTypist(moment: Moment, typedBy: TypedBy | undefined): Moment {
  if (moment.kind !== "prompt" || typedBy === undefined || moment.run !== moment.session) return moment;
  return { ...moment, typedBy };
}

/** Tool calls are not compared: their payloads are large, and `firstSight` knows them by their ids. */
function isRepeated(moment: Moment, payload: unknown, sessions: Sessions, now: number): boolean {
  if (moment.kind === "before-tool" || moment.kind === "after-tool") return false;
  return isRepeatedPayload(sessions.of(moment.session), JSON.stringify(payload), now);
}

interface Unreadable {
  readonly payload: unknown;
  readonly startedIn: string | undefined;
  readonly open: OpenProject;
  readonly diagnostics: HookDiagnostics | undefined;
}

/** A payload that differs from the recordings means that the agent has changed: `doctor` must show it. */
async function noteUnreadable(
  name: string,
  { payload, startedIn, open, diagnostics }: Unreadable,
  misfit: Misfit | undefined,
): Promise<void> {
  const {
    workspace_roots: roots,
    cwd = Array.isArray(roots) ? roots[0] : undefined,
    directory = startedIn ?? cwd,
    hook_event_name,
    hook = hook_event_name,
  } = Object(payload) as Readonly<Record<string, unknown>>;
  const reason = `${String(hook).slice(0, 60)} ${unexpected(misfit)}`;
  try {
    if (typeof directory !== "string") return diagnostics?.lost?.(reason, true);
    const ws = await open(directory);
    ws.noteCall(name);
    ws.noteLoss(`${name} payload`, reason);
  } catch {
    diagnostics?.lost?.(reason, true);
  }
}

function unexpected(misfit: Misfit | undefined): string {
  if (misfit?.discriminator !== undefined) return "is no event of this agent that Whetstone knows";
  const field = misfit?.path.map(String).join(".") || "the payload";
  return `is not as expected: '${field}' is missing or has another form`;
}
