import {
  type Arm,
  type Bets,
  betOn,
  emptyArm,
  type Interval,
  intervalOf,
  noneBet,
  rateBefore,
  withEnd,
} from "./interval.js";

/** A lesson in a session, as it was and as other settings would have had it. */
export interface OtherDraw {
  readonly lesson: string;
  readonly shown: boolean;
  /** The probability with which it was shown, and with which it would have been. */
  readonly probability: number;
  readonly otherwise: number;
  /** Whether its failure came after the moment; undefined where chance did not decide, so nobody looked. */
  readonly failed: boolean | undefined;
}

/** What the log says about other settings, from sessions in which chance decided. */
export interface OffPolicy {
  readonly sessions: number;
  /** Of how many sessions the weights are worth. */
  readonly effectiveSessions: number;
  /** The share of drawn lessons whose failure came back, as it was. */
  readonly observed: number;
  /** The same under the other settings: weighed, weighed and normalised, doubly robust. */
  readonly ips: number;
  readonly snips: number;
  readonly doublyRobust: number;
  /** The doubly robust estimate less what was observed, and where it lies with 95 %. */
  readonly difference: number;
  readonly interval: Interval;
}

/** A larger weight would let a single session decide. */
export const weightAtMost = 10;
/** With fewer, an estimate is about a handful of sessions. */
export const sessionsNeeded = 50;

/**
 * Estimates what other settings would have done from sessions in which chance decided what was shown: each
 * counts by how much more likely the other settings would have been to do what was done. What is expected of a
 * lesson comes only from the sessions before, so that the interval holds however long one looks.
 */
export class OffPolicyEstimate {
  #sessions = 0;
  #weights = 0;
  #squares = 0;
  #failed = 0;
  #weighed = 0;
  #robust = 0;
  #bets: Bets = noneBet;
  readonly #arms = new Map<string, { shown: Arm; heldOut: Arm }>();

  note(draws: readonly OtherDraw[]): void {
    const drawn = draws.filter((draw): draw is Drawn => draw.failed !== undefined);
    if (drawn.length === 0) return;
    const weight = Math.min(weightAtMost, product(draws.map(ratioOf)));
    const most = Math.min(weightAtMost, product(draws.map(largestRatioOf)));
    const failed = mean(drawn.map((draw) => (draw.failed ? 1 : 0)));
    const expected = mean(drawn.map((draw) => this.#expected(draw, draw.shown ? 1 : 0)));
    const otherwise = mean(drawn.map((draw) => this.#expected(draw, draw.otherwise)));
    const robust = otherwise + weight * (failed - expected);
    this.#sessions += 1;
    this.#weights += weight;
    this.#squares += weight * weight;
    this.#failed += failed;
    this.#weighed += weight * failed;
    this.#robust += robust;
    this.#bets = betOn(this.#bets, robust - failed, most + 1);
    for (const draw of drawn) this.#learn(draw);
  }

  /** Undefined without a session in which chance decided. */
  result(): OffPolicy | undefined {
    const sessions = this.#sessions;
    if (sessions === 0) return undefined;
    const observed = this.#failed / sessions;
    const doublyRobust = this.#robust / sessions;
    return {
      sessions,
      effectiveSessions: this.#squares === 0 ? 0 : this.#weights ** 2 / this.#squares,
      observed,
      ips: this.#weighed / sessions,
      snips: this.#weights === 0 ? 0 : this.#weighed / this.#weights,
      doublyRobust,
      difference: doublyRobust - observed,
      interval: intervalOf({ bets: this.#bets }),
    };
  }

  /** The failure rate of a lesson that is shown with a probability, from the sessions before. */
  #expected({ lesson }: Drawn, probability: number): number {
    const { shown, heldOut } = this.#arms.get(lesson) ?? unknown;
    return probability * rateBefore(shown) + (1 - probability) * rateBefore(heldOut);
  }

  #learn({ lesson, shown, failed }: Drawn): void {
    const arms = this.#arms.get(lesson) ?? unknown;
    const arm = shown ? "shown" : "heldOut";
    this.#arms.set(lesson, { ...arms, [arm]: withEnd(arms[arm], failed) });
  }
}

type Drawn = OtherDraw & { readonly failed: boolean };

const unknown = { shown: emptyArm, heldOut: emptyArm };

/** How much more likely what was done would have been. */
function ratioOf({ shown, probability, otherwise }: OtherDraw): number {
  return shown ? otherwise / probability : (1 - otherwise) / (1 - probability);
}

/** The larger of the two that chance could have brought. */
function largestRatioOf({ probability, otherwise }: OtherDraw): number {
  const ratios = [
    ...(probability > 0 ? [otherwise / probability] : []),
    ...(probability < 1 ? [(1 - otherwise) / (1 - probability)] : []),
  ];
  return Math.max(...ratios);
}

function product(values: readonly number[]): number {
  return values.reduce((all, value) => all * value, 1);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
