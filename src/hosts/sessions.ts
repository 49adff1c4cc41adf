/** What hooks saw of a session and the log does not keep. It may be lost with the process: then less is known of the session's end. */
export interface SessionFacts {
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

/** The sessions of one host, the newest of them. */
export class Sessions {
  readonly #facts = new Map<string, SessionFacts>();

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
    this.#facts.delete(session);
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

export function noteFiles(facts: SessionFacts, files: readonly string[]): void {
  for (const file of files) if (facts.files.size < filesKept) facts.files.add(file);
}

function unknown(): SessionFacts {
  return {
    toolCalls: 0,
    broken: new Set(),
    files: new Set(),
    adapters: new Set(),
    failedAdapter: undefined,
    failuresInRow: new Map(),
    seen: new Set(),
    activeMs: 0,
    turnSince: undefined,
    turnFailed: false,
  };
}
