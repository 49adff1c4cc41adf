import type { Immutable } from "../../verbs/call/immutable.js";
import type { ReplayedSide } from "./replay-result.js";

/** Shares stand beside the counts that they are of. */
export function replayFigures(side: Immutable<ReplayedSide>): ReadonlyMap<string, string> {
  const { shown, tokens, heldOut, repeats, able, met, announced, relevance, stops, rightStops, asks } = side;
  return new Map([
    ["lessons shown", String(shown)],
    ...Object.entries(side.byKind).map(([kind, many]) => [`  ${kind}`, String(many)] as const),
    ["held out", String(heldOut)],
    ["tokens", String(tokens)],
    ["failure lessons, tokens a session", side.meanTokens.toFixed(0)],
    ["  at worst", String(side.worstTokens)],
    ["repeated failures", String(repeats)],
    ["  with a known way out", String(able)],
    ["met", of(met, able)],
    ["announced", of(announced, able)],
    ...Object.entries(relevance).map(
      ([moment, cell]) => [`relevance at the ${moment}`, of(cell.relevant, cell.shown)] as const,
    ),
    ["stops", String(stops)],
    ...(rightStops === null ? [] : [["  that failed all the same", of(rightStops, stops)] as const]),
    ...(asks === null || asks.runs === 0
      ? []
      : [
          ["approval asked", of(asks.asked, asks.runs)] as const,
          ["  that failed", of(asks.askedFailures, asks.asked)] as const,
          ["runs that failed", of(asks.failures, asks.runs)] as const,
        ]),
  ]);
}

function of(part: number, whole: number): string {
  return whole === 0 ? "-" : `${(part / whole).toFixed(3)} of ${whole}`;
}
