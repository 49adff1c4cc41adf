import { type ErrorCode, WhetstoneError } from "../../base/errors.js";
import { mayHoldUnstorable, wellFormedValue } from "../../base/text/well-formed.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { admitEvent } from "../rights/admit-event.js";
import {
  batchEvents,
  type PullAnswer,
  type PushAnswer,
  type PushedEvent,
  type SentEvent,
} from "../rights/hub.js";
import { aheadOfClock, idTaken, isSameEvent, keyTaken, tooManyEvents } from "../rights/refusals.js";
import type { Caller } from "../rights/roles.js";

interface Push {
  readonly caller: Caller;
  readonly sent: readonly SentEvent[];
}

interface WaitingPush extends Push {
  readonly answer: (answer: PushAnswer) => void;
  readonly fail: (error: unknown) => void;
}

/** Events in one transaction at most, unless a single push has more. */
const eventsTogether = 2_000;

/** Long enough that a burst of pushes is folded once. */
const foldAfterMs = 5_000;

/** What a transaction fails with whatever was pushed: trying each push alone would only take longer. */
const faultsOfStore: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["busy", "unreachable", "closed"]);

/**
 * Gives events of members' machines their places in the log of one project. Pushes that come while one is
 * committed are committed together by the next transaction; each has its own answer.
 * What is pushed is nearly always new, so nobody looks first: the log refuses an id or a key that it has, and
 * only then the events are looked up. Where that fails too, each push is tried alone, so that none suffers
 * from another.
 * A push only appends. The views are folded by the next reader, and a while after a push in any case, so
 * that few readers wait for it.
 */
export class PushQueue {
  readonly #ledger: Ledger;
  readonly #clock: () => number;
  readonly #waiting: WaitingPush[] = [];
  #isCommitting = false;
  #folding: NodeJS.Timeout | undefined;

  /** The clock gives epoch milliseconds. */
  constructor(ledger: Ledger, clock: () => number) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  async push(caller: Caller, sent: readonly SentEvent[]): Promise<PushAnswer> {
    if (sent.length > batchEvents) throw tooManyEvents(sent.length);
    return new Promise((answer, fail) => {
      this.#waiting.push({ caller, sent, answer, fail });
      if (!this.#isCommitting) void this.#commitAll();
    });
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true;
    while (this.#waiting.length > 0) await this.#commit(this.#nextGroup());
    this.#isCommitting = false;
    this.#folding ??= setTimeout(() => void this.#fold(), foldAfterMs).unref();
  }

  /** Folds nothing more by itself: the next reader does. */
  close(): void {
    clearTimeout(this.#folding);
  }

  async #fold(): Promise<void> {
    try {
      await this.#ledger.read(async () => undefined);
    } catch {
      // The next reader tries again, and gets the error.
    } finally {
      this.#folding = undefined;
    }
  }

  #nextGroup(): readonly WaitingPush[] {
    const group: WaitingPush[] = [];
    for (let events = 0; ; ) {
      const [next] = this.#waiting;
      events += next?.sent.length ?? 0;
      if (next === undefined || (group.length > 0 && events > eventsTogether)) return group;
      group.push(next);
      this.#waiting.shift();
    }
  }

  async #commit(group: readonly WaitingPush[], knownFirst = false): Promise<void> {
    try {
      const answers = await takeIn(this.#ledger, group, { knownFirst, now: this.#clock() });
      for (const [index, answer] of answers.entries()) group[index]?.answer(answer);
    } catch (error) {
      const isOfStore = error instanceof WhetstoneError && faultsOfStore.has(error.code);
      if (!isOfStore && !knownFirst) await this.#commit(group, true);
      else if (!isOfStore && group.length > 1) for (const push of group) await this.#commit([push], true);
      else for (const { fail } of group) fail(error);
    }
  }
}

export async function pullEvents({ ledger }: Context, since: number, limit: number): Promise<PullAnswer> {
  return ledger.readLog(async (reader) => ({
    events: await reader.recordedAfter(since, Math.min(limit, batchEvents)),
    head: await reader.head(),
  }));
}

/**
 * All pushes in one transaction; one answer for each. Fails where the log has one of the events, unless these
 * are looked up first.
 */
function takeIn(
  ledger: Ledger,
  pushes: readonly Push[],
  { knownFirst, now }: { readonly knownFirst: boolean; readonly now: number },
): Promise<readonly PushAnswer[]> {
  return ledger.appendUnfolded(async (log) => {
    const sent = pushes.flatMap((push) => push.sent);
    const places = new Places(await log.head(), now, knownFirst ? await knownOf(log, sent) : []);
    const answers = pushes.map(({ caller, sent }): PushAnswer => {
      const events = sent.map((event) => places.take(ledger.project, caller, event));
      return { events, head: places.head };
    });
    return { events: places.taken, result: answers };
  });
}

/** Which events have a place in the log, and which get one now. */
class Places {
  readonly taken: RecordedEvent[] = [];
  readonly #byId = new Map<string, RecordedEvent>();
  readonly #idOfKey = new Map<string, string>();
  readonly #now: number;
  #head: number;

  constructor(head: number, now: number, known: readonly RecordedEvent[]) {
    this.#head = head;
    this.#now = now;
    for (const event of known) this.#add(event);
  }

  get head(): number {
    return this.#head;
  }

  take(project: string, caller: Caller, event: SentEvent): PushedEvent {
    const { id, key } = event;
    const known = this.#byId.get(id);
    if (known !== undefined)
      return isSameEvent(known, caller, event) ? { id, seq: known.seq } : { id, refused: idTaken(known) };
    const holder = key === undefined ? undefined : this.#idOfKey.get(key);
    if (key !== undefined && holder !== undefined) return { id, refused: keyTaken(key, holder) };
    const early = aheadOfClock(event, this.#now);
    if (early !== undefined) return { id, refused: early };
    const admitted = admitEvent(caller, event);
    if ("refused" in admitted) return { id, refused: admitted.refused };
    this.#head += 1;
    const placed = repaired({ ...admitted, project, seq: this.#head });
    this.taken.push(placed);
    this.#add(placed);
    return { id, seq: this.#head };
  }

  #add(event: RecordedEvent): void {
    const { id, key } = event;
    this.#byId.set(id, event);
    if (key !== undefined) this.#idOfKey.set(key, id);
  }
}

function knownOf(log: LedgerReader, sent: readonly SentEvent[]): Promise<readonly RecordedEvent[]> {
  const keys = sent.flatMap(({ key }) => (key === undefined ? [] : [key]));
  return log.recordedWith(
    sent.map(({ id }) => id),
    keys,
  );
}

function repaired(event: RecordedEvent): RecordedEvent {
  if (!mayHoldUnstorable(event.data)) return event;
  return { ...event, data: JSON.stringify(wellFormedValue(JSON.parse(event.data))) };
}
