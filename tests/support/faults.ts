import { WhetstoneError } from "../../src/base/errors.js";
import type { Hub, SentEvent } from "../../src/hub/rights/hub.js";
import type { ReadTransaction, Store, WriteTransaction } from "../../src/log/store/store.js";

/** The process ends here. */
export class Crash extends Error {}

/** Ends a process at one of its calls of store or hub, before or after it took effect. */
export class Faults {
  #left = Number.POSITIVE_INFINITY;
  #error: () => Error = () => new Crash();

  /** At the call after so many others. */
  failAfter(calls: number, error: () => Error = () => new Crash()): void {
    this.#left = calls;
    this.#error = error;
  }

  never(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }

  tick(): void {
    this.#left -= 1;
    if (this.#left < 0) throw this.#error();
  }
}

/** A store whose process may end at any call of a transaction, or right after its commit. */
export function faultyStore(base: Store, faults: Faults): Store {
  return {
    ...base,
    kind: base.kind,
    location: base.location,
    replacements: 0,
    read: (project, work) => base.read(project, (tx) => work(faultyTransaction(tx, faults))),
    write: async (project, work) => {
      const result = await base.write(project, (tx) => work(faultyTransaction(tx, faults)));
      faults.tick();
      return result;
    },
    inspect: () => base.inspect(),
    backUp: () => base.backUp(),
    scrub: async () => {
      faults.tick();
      const done = await base.scrub();
      faults.tick();
      return done;
    },
    isScrubOwed: async () => (await base.isScrubOwed?.()) ?? false,
    restore: (project, backup) => base.restore(project, backup),
    close: async () => undefined,
  };
}

function faultyTransaction<Tx extends ReadTransaction | WriteTransaction>(tx: Tx, faults: Faults): Tx {
  return new Proxy(tx, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        faults.tick();
        return method.apply(target, args);
      };
    },
  });
}

/** A way to a hub on which requests and answers get lost, and requests may arrive late and twice. */
export class FaultyWay implements Hub {
  readonly #hub: Hub;
  readonly #faults: Faults;
  readonly #pushes: (readonly SentEvent[])[] = [];
  /** No push gets through. */
  isDeaf = false;

  constructor(hub: Hub, faults: Faults) {
    this.#hub = hub;
    this.#faults = faults;
  }

  whoAmI: Hub["whoAmI"] = () => this.#pass(() => this.#hub.whoAmI());

  push: Hub["push"] = (events) => {
    this.#pushes.push(events);
    if (this.isDeaf) return Promise.reject(noAnswer());
    return this.#pass(() => this.#hub.push(events));
  };

  /** A hub may answer with fewer events than it was asked for. */
  pull: Hub["pull"] = (since, limit) => this.#pass(() => this.#hub.pull(since, Math.min(limit, 5)));

  confirmForgotten: Hub["confirmForgotten"] = (machine, seq) =>
    this.#pass(() => this.#hub.confirmForgotten(machine, seq));

  /** An earlier request arrives now, whether or not it had arrived before. */
  async deliverAgain(index: number): Promise<void> {
    const events = this.#pushes[index % Math.max(1, this.#pushes.length)];
    if (events !== undefined) await this.#hub.push(events);
  }

  async #pass<T>(call: () => Promise<T>): Promise<T> {
    this.#faults.tick();
    const answer = await call();
    this.#faults.tick();
    return answer;
  }
}

export function noAnswer(): WhetstoneError {
  return new WhetstoneError("unreachable", "the hub does not answer");
}
