import { setTimeout as sleep } from "node:timers/promises";
import type { Speaker } from "../app/speaker.js";
import type { WarmProjects } from "../compose/warm-projects.js";
import { changedViews } from "../pages/changes.js";

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
  let { after } = options;
  send("retry: 1000\n: whetstone\n\n");
  while (!signal.aborted) {
    used();
    const { seq, types } = await eventsAfter(options, after);
    const views = changedViews(types);
    // A comment now and then tells a page, and this server, whether the other side is still there.
    send(
      views.length === 0 ? ": \n\n" : `id: ${seq}\nevent: changed\ndata: ${JSON.stringify({ views })}\n\n`,
    );
    after = seq;
    await sleep(lookEveryMs, undefined, { signal });
  }
}

async function eventsAfter(
  { projects, root, speaker }: LiveOptions,
  after: number,
): Promise<{ readonly seq: number; readonly types: readonly string[] }> {
  const lease = projects.lease();
  try {
    const ws = await lease.open(root, speaker);
    const { head, events } = await ws.log({ after, limit: eventsAtOnce });
    // A log that is shorter than the page thinks is another one, such as a restored backup.
    return head < after
      ? { seq: head, types: ["restored"] }
      : { seq: events.at(-1)?.seq ?? after, types: events.map(({ type }) => type) };
  } finally {
    lease.release();
  }
}
