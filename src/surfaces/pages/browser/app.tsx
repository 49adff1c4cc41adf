import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { withVisibleSigns } from "../../../base/text/visible-signs.js";
import { type Acts, ActsContext, type Said, saidMs } from "../acts.js";
import { Page } from "../page.js";
import type { PageState } from "../page-state.js";
import { type Place, placeOf } from "../place.js";
import { views } from "../views.js";
import { ZoneContext } from "../zone.js";
import { exchangeNow, httpCall, hubCall, machineChecks, pastRules, SignedOut } from "./http-call.js";
import { dropKey, keysHere } from "./hub-keys.js";
import { type LiveEvents, watch, watchHub } from "./live.js";
import { followKeys } from "./page-keys.js";
import { ignoreSecondClicks } from "./second-click.js";

const goneText =
  "The server does not answer; this page goes on by itself when it does. A server on your own machine starts with the next session of an agent, or with 'whetstone open'.";

/** Times that have passed are told in minutes. */
const refreshMs = 60_000;

/**
 * A log that grows fast is not read with every event: a view rests ten times as long as reading it took, and
 * this long at least.
 */
const restMs = 1_000;
const restPerRead = 10;

/** The page in the browser: follows links, keeps the data fresh, and says when it cannot. */
export function App({ initial }: { readonly initial: PageState }) {
  const [state, setState] = useState(initial);
  const [notice, setNotice] = useState<string | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [zone, setZone] = useState("UTC");
  const { hub = false, root } = initial;
  const call = useMemo(() => (hub ? hubCall(root, keysHere()[root] ?? "") : httpCall(root)), [hub, root]);
  const newest = useRef({ ask: 0, place: initial.place, seq: initial.seq, restsUntil: 0 });

  const show = useCallback(
    async (place: Place, seq = newest.current.seq) => {
      newest.current = { ...newest.current, ask: newest.current.ask + 1, place, seq };
      const { ask } = newest.current;
      const began = performance.now();
      try {
        const data = await views[place.view].load(call, place);
        const took = performance.now() - began;
        newest.current.restsUntil = performance.now() + Math.max(restMs, took * restPerRead);
        // A later question has been asked meanwhile: its answer counts.
        if (ask !== newest.current.ask) return;
        setState((before) => ({ ...before, place, data, seq, fault: null }));
        setNotice(null);
      } catch (error) {
        if (ask === newest.current.ask) setNotice(faultText(error));
      }
    },
    [call],
  );

  const acts = useMemo<Acts>(
    () => ({
      call,
      reload: () => show(newest.current.place),
      go: (address, how) => {
        const place = placeAt(address);
        if (place === undefined) return;
        if (how === "replace") history.replaceState(null, "", address);
        else history.pushState(null, "", address);
        void show(place);
      },
      asked: () => newest.current.place,
      say: setSaid,
      exchange: () => exchangeNow(root),
      pastRules: () => pastRules(root),
      machine: () => machineChecks(root),
      ...(hub ? { signOut: () => leaveHub(root) } : {}),
    }),
    [call, show, hub, root],
  );

  useEffect(ignoreSecondClicks, []);
  useEffect(() => followKeys(setSaid), []);
  // After the first painting, which is the server's.
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  useEffect(() => followLinks(acts.go, (place) => void show(place)), [acts, show]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const live: LiveEvents = {
      changed: (changed, seq) => {
        newest.current.seq = seq;
        if (!changed.includes(newest.current.place.view)) return;
        clearTimeout(timer);
        const rest = Math.max(0, newest.current.restsUntil - performance.now());
        timer = setTimeout(() => void show(newest.current.place), rest);
      },
      back: () => void show(newest.current.place),
      gone: () => void whyGone(call).then(setNotice),
    };
    const end = hub ? watchHub(call, live) : watch(initial.root, initial.seq, live);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [call, show, hub, initial.root, initial.seq]);
  useEffect(() => {
    // A hub sends no data before it knows the key.
    if (hub) void show(initial.place);
  }, [show, hub, initial.place]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void show(newest.current.place);
    }, refreshMs);
    return () => clearInterval(timer);
  }, [show]);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), saidMs);
    return () => clearTimeout(timer);
  }, [said]);
  useEffect(() => {
    const name = state.projects.find(({ address }) => address === state.place.project)?.name ?? "";
    document.title = withVisibleSigns(`${views[state.place.view].title} – ${name}`);
  }, [state.place, state.projects]);

  return (
    <ActsContext.Provider value={acts}>
      <ZoneContext.Provider value={zone}>
        <Page state={state} notice={notice} said={said} />
      </ZoneContext.Provider>
    </ActsContext.Provider>
  );
}

function faultText(error: unknown): string {
  if (error instanceof TypeError) return goneText;
  return error instanceof Error ? error.message : String(error);
}

/** A stream does not tell why it was refused; a call does. */
async function whyGone(call: Acts["call"]): Promise<string> {
  try {
    await call("log", { limit: 1 });
    return goneText;
  } catch (error) {
    return error instanceof SignedOut ? error.message : goneText;
  }
}

function leaveHub(project: string): void {
  dropKey(project);
  location.assign("/");
}

function placeAt(address: string): Place | undefined {
  const { pathname, search } = new URL(address, location.href);
  return placeOf(pathname, search);
}

/** Links within the project, and the buttons of the browser, change the view without a new page. */
function followLinks(go: (address: string) => void, show: (place: Place) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { origin, pathname, hash } = new URL(link.href);
    if (origin !== location.origin || hash !== "" || "whole" in link.dataset) return;
    if (placeOf(pathname)?.project !== placeOf(location.pathname)?.project) return;
    event.preventDefault();
    go(link.href);
    document.getElementById("view")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  };
  const onBack = () => {
    const place = placeOf(location.pathname, location.search);
    if (place !== undefined) show(place);
  };
  document.addEventListener("click", onClick);
  addEventListener("popstate", onBack);
  return () => {
    document.removeEventListener("click", onClick);
    removeEventListener("popstate", onBack);
  };
}
