/**
 * What hooks saw of a session and the log does not keep. It may be lost with the process: then less is known
 * of the session's end.
 */
export interface SessionFacts {
  /** Whether anything was heard of the session before. */
  heard: boolean;
  toolCalls: number;
  /** Tools that failed and have not worked since. */
  readonly broken: Set<string>;
  readonly files: Set<string>;
  readonly adapters: Set<string>;
  failedAdapter: string | undefined;
  /** Failures in a row of each adapter. */
  readonly failuresInRow: Map<string, number>;
  /** Calls that were looked at: two installations of one hook tell each call twice. */
  readonly seen: Set<string>;
  /** When events were told that have no id of their own, by what was said. */
  readonly told: Map<string, number>;
  /** Time spent between prompts and answers. */
  activeMs: number;
  /** When the turn under way began. */
  turnSince: number | undefined;
  /** The newest turn ended in an error of the host. */
  turnFailed: boolean;
}

/** More sessions than one machine runs at a time. */
const sessionsKept = 200;
const seenKept = 2_000;
const filesKept = 2_000;
/** A person may be asked for leave in the evening and give it in the morning. */
const longestTurnMs = 43_200_000;

/** The sessions of one host, the newest of them. */
export class Sessions {
  readonly #facts = new Map<string, SessionFacts>();

  /** Whether an agent was given a task and has not answered yet. One that was killed never answers. */
  isAwaited(now: number): boolean {
    return [...this.#facts.values()].some(({ turnSince = 0 }) => now - turnSince < longestTurnMs);
  }

  of(session: string): SessionFacts {
    const facts = this.#facts.get(session) ?? unknown();
    this.#facts.delete(session);
    this.#facts.set(session, facts);
    const [oldest] = this.#facts.keys();
    if (this.#facts.size > sessionsKept && oldest !== undefined) this.#facts.delete(oldest);
    return facts;
  }

  /** The facts of a session that is over; undefined when nothing was seen of it. */
  take(session: string): SessionFacts | undefined {
    const facts = this.#facts.get(session);
    // Another installation may be about to tell the same.
    if (facts !== undefined) this.#facts.set(session, { ...unknown(), heard: true, told: facts.told });
    return facts;
  }
}

/** True the first time. */
export function firstSight({ seen }: SessionFacts, id: string): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > seenKept && oldest !== undefined) seen.delete(oldest);
  return true;
}

/**
 * Two installations of one hook tell the same at the same time; a slow machine starts the second program
 * later.
 */
const echoMs = 5_000;
const toldKept = 50;

/** True when the same was told just before. */
export function isEcho({ told }: SessionFacts, text: string, now: number): boolean {
  const before = told.get(text);
  told.delete(text);
  told.set(text, now);
  const [oldest] = told.keys();
  if (told.size > toldKept && oldest !== undefined) told.delete(oldest);
  return before !== undefined && now - before < echoMs;
}

export function noteFiles(facts: SessionFacts, files: readonly string[]): void {
  for (const file of files) if (facts.files.size < filesKept) facts.files.add(file);
}

function unknown(): SessionFacts {
  return {
    heard: false,
    toolCalls: 0,
    broken: new Set(),
    files: new Set(),
    adapters: new Set(),
    failedAdapter: undefined,
    failuresInRow: new Map(),
    seen: new Set(),
    told: new Map(),
    activeMs: 0,
    turnSince: undefined,
    turnFailed: false,
  };
}
