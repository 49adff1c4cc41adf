import type { Config } from "../../base/config/settings.js";
import type { EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import { adapters } from "../../runs/fold/adapters.js";
import { adaptersOf, countsAsEvidence } from "../../runs/reliability/attribution.js";
import { effectivePolicy } from "../../runs/reliability/effective-policy.js";
import { isPattern } from "../../runs/reliability/failure-pattern.js";
import { basePolicy } from "../../runs/reliability/policy-rule.js";
import { isFailure } from "../failure/rules/identity.js";
import { kindById } from "../find-lesson.js";
import type { GivenLesson } from "../trial/rules/coverage.js";

type Exposed = EventOf<"lesson-exposed">;
type Decided = Exposed | EventOf<"lesson-withheld">;

/** How often people were asked before a run, and how often it then failed. */
export interface Asks {
  /** Runs that used an adapter, and how many of them did not succeed. */
  runs: number;
  failures: number;
  /** Those that needed approval. */
  asked: number;
  askedFailures: number;
}

/** What one set of settings showed, held out and asked for in the course of a log. */
export class ReplaySide {
  readonly given: GivenLesson[] = [];
  readonly sessions = new Map<string, Set<string>>();
  readonly byKind: Record<string, { shown: number; tokens: number }> = {};
  readonly byMoment: Record<string, { shown: number; tokens: number }> = {};
  readonly asks: Asks = { runs: 0, failures: 0, asked: 0, askedFailures: 0 };
  heldOut = 0;
  stops = 0;
  readonly #tokens = new Map<string, number>();
  /** By session and failure lesson: with which probability the first moment that it fits showed it. */
  readonly #chances = new Map<string, Map<string, { shown: boolean; probability: number }>>();

  /** Notes what was decided about a lesson; `counts` is false for moments that are not looked at. */
  note(event: Decided, place: number, counts: boolean): void {
    const { lesson, moment, text, probability } = event.data;
    const session = sessionOf(event);
    const shown = event.type === "lesson-exposed";
    if (session !== undefined && isFailure(lesson)) this.#draw(session, lesson, shown, probability);
    if (!counts) return;
    if (!shown) {
      this.heldOut += 1;
      return;
    }
    const tokens = this.#tokensOf(text);
    add(this.byKind, kindOf(lesson), tokens);
    add(this.byMoment, moment, tokens);
    if (moment === "call") this.stops += 1;
    const where = session ?? "";
    this.sessions.set(lesson, (this.sessions.get(lesson) ?? new Set()).add(where));
    if (isFailure(lesson)) this.given.push({ session: where, place, lesson, moment, tokens });
  }

  chancesIn(session: string): ReadonlyMap<string, { shown: boolean; probability: number }> {
    return this.#chances.get(session) ?? new Map();
  }

  /** Whether a person had to be asked before a run, by what was known before its outcome. */
  async noteRun(reader: LedgerReader, { data }: EventOf<"outcome-recorded">, policy: Config["policy"]) {
    const used = adaptersOf(data);
    if (used.length === 0 || !countsAsEvidence(data)) return;
    const rows = await reader.rowsAt(adapters, used);
    const failed = data.result === "success" ? 0 : 1;
    const asked = rows.some(
      ({ learned, human }) =>
        effectivePolicy(basePolicy(policy), learned ?? undefined, human ?? undefined, policy).requireApproval
          .value,
    );
    this.asks.runs += 1;
    this.asks.failures += failed;
    if (!asked && !policy.baseRequireApproval) return;
    this.asks.asked += 1;
    this.asks.askedFailures += failed;
  }

  /** The same lines are shown again and again. */
  #tokensOf(text: string): number {
    const tokens = this.#tokens.get(text) ?? estimateTokens(text);
    this.#tokens.set(text, tokens);
    return tokens;
  }

  #draw(session: string, lesson: string, shown: boolean, probability: number): void {
    const known = this.#chances.get(session) ?? new Map();
    if (known.has(lesson)) return;
    this.#chances.set(session, known.set(lesson, { shown, probability }));
  }
}

function add(sums: Record<string, { shown: number; tokens: number }>, name: string, tokens: number): void {
  const { shown, tokens: before } = sums[name] ?? { shown: 0, tokens: 0 };
  sums[name] = { shown: shown + 1, tokens: before + tokens };
}

export function kindOf(lesson: string): string {
  return isPattern(lesson) ? "pattern" : (kindById(lesson)?.name ?? "strategy");
}

export function isDecided(event: WhetstoneEvent): event is Decided {
  return event.type === "lesson-exposed" || event.type === "lesson-withheld";
}
