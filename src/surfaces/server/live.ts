import { setTimeout as sleep } from "node:timers/promises";
import type { Speaker } from "../../verbs/call/speaker.js";
import type { WarmProjects } from "../../verbs/open/warm-projects.js";
import { changedViews } from "./changed-views.js";

export interface LiveOptions {
  readonly projects: WarmProjects;
  readonly root: string;
  readonly speaker: Speaker;
  /** The last event that the page knows. */
  readonly after: number;
  /** Ends the stream: the page has gone, or the server stops. */
  readonly signal: AbortSignal;
  /** Called with every look, so that the server stays for as long as somebody watches. */
  readonly used: () => void;
}

/** Other processes write to the log too: it is looked at again this often. */
const lookEveryMs = 1_000;
const eventsAtOnce = 1_000;

/** What changes, as server-sent events; the id of each is a place in the log, from which a page goes on. */
export function liveStream(options: LiveOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      void follow(options, send)
        .catch((error: unknown) => {
          if (!options.signal.aborted) throw error;
        })
        .finally(() => controller.close())
        // The browser has gone, or the project cannot be read: the page asks again and is told why.
        .catch(() => undefined);
    },
  });
}

async function follow(options: LiveOptions, send: (text: string) => void): Promise<void> {
  const { signal, used } = options;
  let known: Known = { seq: options.after };
  send("retry: 1000\n: whetstone\n\n");
  while (!signal.aborted) {
    used();
    const { types, ...reached } = await eventsAfter(options, known);
    const { seq } = reached;
    const views = changedViews(types);
    // A comment now and then tells a page, and this server, whether the other side is still there.
    send(
      views.length === 0 ? ": \n\n" : `id: ${seq}\nevent: changed\ndata: ${JSON.stringify({ views })}\n\n`,
    );
    known = reached;
    await sleep(lookEveryMs, undefined, { signal });
  }
}

/** The last event that was told of; a page that asks again knows its place only. */
interface Known {
  readonly seq: number;
  readonly id?: string | undefined;
}

async function eventsAfter(
  { projects, root, speaker }: LiveOptions,
  known: Known,
): Promise<Known & { readonly types: readonly string[] }> {
  const lease = projects.lease();
  try {
    const ws = await lease.open(root, speaker);
    const first = Math.max(0, known.seq - 1);
    const { head, events } = await ws.log({ after: first, limit: eventsAtOnce });
    const place = events.find(({ seq }) => seq === known.seq);
    // A log that is shorter than the page thinks is another one, such as a restored backup; in a shared one a
    // place may have another event than before.
    const isOther = head < known.seq || (known.id !== undefined && place?.id !== known.id);
    const last = isOther ? (await ws.log({ after: Math.max(0, head - 1), limit: 1 })).events : events;
    const { seq = known.seq, id } = last.at(-1) ?? {};
    const types = events.filter((event) => event.seq > known.seq).map(({ type }) => type);
    return { seq, id, types: isOther ? ["restored"] : types };
  } finally {
    lease.release();
  }
}
