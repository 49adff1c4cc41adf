import { hmacSha256 } from "../../../base/text/sha256.js";

/** Which lesson might be shown in which session. */
export interface Draw {
  readonly project: string;
  readonly lesson: string;
  readonly session: string;
}

/**
 * Whether a lesson is shown in a session, with the given probability. One coin per lesson and session: every
 * process that asks gets the same answer, and anyone can recompute it.
 */
export function isDrawn({ project, lesson, session }: Draw, probability: number): boolean {
  return fractionOf(hmacSha256(project, `${lesson}\n${session}`)) < probability;
}

/** The first 48 bits of a digest as a number from 0 up to 1. */
function fractionOf(hex: string): number {
  return Number.parseInt(hex.slice(0, 12), 16) / 2 ** 48;
}
