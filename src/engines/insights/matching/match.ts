import type { Config } from "../../../config/settings.js";

/** A deliberation as far as a verdict can name parts of it. */
export interface JudgedDeliberation {
  readonly findings: readonly JudgedFinding[];
}

export interface JudgedFinding {
  readonly id: string;
  readonly text: string;
  /** The insights that came of it, linked when the deliberation was stored. */
  readonly lessons: readonly string[];
}

/** An insight of the judged role that was seen or shown in the run. */
export interface MatchCandidate {
  readonly lesson: string;
  readonly text: string;
}

export type Match =
  | { readonly lesson: string; readonly by: "finding" | "substring" | "overlap" }
  | { readonly lesson: null; readonly reason: "unknown_finding" | "ambiguous" | "no_match" };

export type MatchSettings = Pick<Config["insights"], "matchOverlap">;
