import type { Call } from "../call.js";
import { type ViewName, viewNames } from "../place.js";

export interface LiveEvents {
  /** Views changed, up to this event of the log. */
  readonly changed: (views: readonly ViewName[], seq: number) => void;
  /** The stream is open again after it was not. */
  readonly back: () => void;
  readonly gone: () => void;
}

const retryMs = 3_000;
/** A stream cannot carry a key, so the page of a hub asks for the length of the log. */
const askEveryMs = 5_000;

/** The same on a hub. Returns what ends it. */
export function watchHub(call: Call, events: LiveEvents): () => void {
  const now: { seq?: number; lost: boolean } = { lost: false };
  const ask = async () => {
    if (document.hidden) return;
    try {
      const { head } = await call("log", { limit: 1 });
      if (now.lost) events.back();
      else if (now.seq !== undefined && now.seq !== head) events.changed(viewNames, head);
      Object.assign(now, { seq: head, lost: false });
    } catch {
      now.lost = true;
      events.gone();
    }
  };
  void ask();
  const timer = setInterval(() => void ask(), askEveryMs);
  return () => clearInterval(timer);
}

/**
 * One stream of changes for the whole page, closed while nobody looks at it. Returns what ends it.
 */
export function watch(root: string, seq: number, events: LiveEvents): () => void {
  const now = { seq, lost: false };
  const open: { source?: EventSource; timer?: ReturnType<typeof setTimeout> } = {};

  const connect = () => {
    clearTimeout(open.timer);
    open.source?.close();
    if (document.hidden) return;
    const source = new EventSource(`/live?${new URLSearchParams({ root, after: String(now.seq) })}`);
    open.source = source;
    source.addEventListener("open", () => {
      if (now.lost) events.back();
      now.lost = false;
    });
    source.addEventListener("changed", ({ data, lastEventId }) => {
      now.seq = Number(lastEventId);
      events.changed(JSON.parse(data).views, now.seq);
    });
    source.addEventListener("error", () => {
      now.lost = true;
      events.gone();
      // The browser tries again by itself after a lost connection, but not after a refusal.
      if (source.readyState === EventSource.CLOSED) open.timer = setTimeout(connect, retryMs);
    });
  };

  connect();
  document.addEventListener("visibilitychange", connect);
  return () => {
    document.removeEventListener("visibilitychange", connect);
    clearTimeout(open.timer);
    open.source?.close();
  };
}
