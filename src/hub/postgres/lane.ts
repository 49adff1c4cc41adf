import { WhetstoneError } from "../../base/errors.js";
import type { TurnOptions } from "../../log/store/store.js";

interface Waiter {
  readonly enter: () => void;
}

/** How often a waiter asks whether its wait is over. */
const askEveryMs = 50;

/** The writers of one project in this process: one at a time, the others wait in the order they came. */
export class Lane {
  readonly #waiting: Waiter[] = [];
  #busy = false;

  get hasWaiters(): boolean {
    return this.#waiting.length > 0;
  }

  get isIdle(): boolean {
    return !this.#busy;
  }

  async enter(waitMs: number, isOver: TurnOptions["isOver"]): Promise<void> {
    if (!this.#busy) {
      this.#busy = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        stop();
        reject(noTurn());
      };
      const timer = setTimeout(giveUp, waitMs);
      const asking = isOver === undefined ? undefined : setInterval(() => isOver() && giveUp(), askEveryMs);
      const stop = () => {
        clearTimeout(timer);
        clearInterval(asking);
      };
      const waiter = {
        enter: () => {
          stop();
          resolve();
        },
      };
      this.#waiting.push(waiter);
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#busy = false;
    else next.enter();
  }
}

export function noTurn(cause?: unknown): WhetstoneError {
  return new WhetstoneError("busy", "other writers kept the project. Nothing was written.", {
    next: "call again; if it stays, see which connection holds the project, or raise store.busyWaitMs",
    cause,
  });
}
