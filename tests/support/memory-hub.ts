import { admitEvent } from "../../src/hub/rights/admit-event.js";
import {
  batchEvents,
  type Hub,
  type PullAnswer,
  type PushAnswer,
  type PushedEvent,
  type SentEvent,
} from "../../src/hub/rights/hub.js";
import { idTaken, isSameEvent, keyTaken, tooManyEvents } from "../../src/hub/rights/refusals.js";
import type { Caller } from "../../src/hub/rights/roles.js";
import type { RecordedEvent } from "../../src/log/events/envelope.js";

/** The log of one project on a hub in memory. */
export interface MemoryHubLog {
  readonly project: string;
  readonly events: RecordedEvent[];
  /** Up to which place each machine has forgotten what it had to. */
  readonly confirmed?: Map<string, number>;
}

/** A hub without a network or a database, for tests: several callers may share one log. */
export class MemoryHub implements Hub {
  readonly #log: MemoryHubLog;
  readonly #caller: Caller;

  constructor(log: MemoryHubLog, caller: Caller) {
    this.#log = log;
    this.#caller = caller;
  }

  async whoAmI(): Promise<Caller & { readonly project: string }> {
    return { ...this.#caller, project: this.#log.project };
  }

  async push(sent: readonly SentEvent[]): Promise<PushAnswer> {
    if (sent.length > batchEvents) throw tooManyEvents(sent.length);
    const events = sent.map((event) => this.#take(event));
    return { events, head: this.#log.events.length };
  }

  async pull(since: number, limit: number): Promise<PullAnswer> {
    const { events } = this.#log;
    const page = events.slice(since, since + Math.min(limit, batchEvents));
    return { events: page.map((event) => ({ ...event })), head: events.length };
  }

  async confirmForgotten(machine: string, seq: number): Promise<void> {
    const { confirmed } = this.#log;
    confirmed?.set(machine, Math.max(seq, confirmed.get(machine) ?? 0));
  }

  #take(event: SentEvent): PushedEvent {
    const { id, key } = event;
    const { project, events } = this.#log;
    const known = events.find((each) => each.id === id);
    if (known !== undefined)
      return isSameEvent(known, this.#caller, event)
        ? { id, seq: known.seq }
        : { id, refused: idTaken(known) };
    const taken = key === undefined ? undefined : events.find((each) => each.key === key);
    if (taken !== undefined) return { id, refused: keyTaken(key ?? "", taken.id) };
    const admitted = admitEvent(this.#caller, event);
    if ("refused" in admitted) return { id, refused: admitted.refused };
    const seq = events.length + 1;
    events.push({ ...admitted, project, seq });
    return { id, seq };
  }
}
