/** What the plugin knows of a session that OpenCode does not say with every hook. */
export interface SessionMemory {
  parent: string | undefined;
  agent: string | undefined;
  /** What its agent wrote last. */
  said: string | undefined;
  /** What goes into the system prompt of its requests. */
  readonly contexts: string[];
}

/** Sessions of one OpenCode, by id; the newest of them. */
const sessionsKept = 500;

export class SessionMemories {
  readonly #sessions = new Map<string, SessionMemory>();

  of(id: string): SessionMemory {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const fresh: SessionMemory = { parent: undefined, agent: undefined, said: undefined, contexts: [] };
    this.#sessions.set(id, fresh);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > sessionsKept && oldest !== undefined) this.#sessions.delete(oldest);
    return fresh;
  }

  /** Sessions that a person began. */
  roots(): readonly string[] {
    return [...this.#sessions].flatMap(([id, { parent }]) => (parent === undefined ? [id] : []));
  }
}
