import { sha256Of } from "../base/text/sha256.js";

/**
 * The id of an insight: a hash of its normalised text, then one of its role. The same text of two roles
 * shares the first part, so that a role which repeats what another one taught it can be told from one that
 * found it by itself.
 */
export function insightId(role: string, normalised: string): string {
  return `${textPart(normalised)}${endOfRole(role)}`;
}

/** What an insight's id says of its text alone. */
export function textOfId(lesson: string): string {
  return lesson.slice(0, lesson.lastIndexOf("-"));
}

/** The same insight as another role would have it. */
export function ofRole(lesson: string, role: string): string {
  return `${textOfId(lesson)}${endOfRole(role)}`;
}

/** What an insight's id says of its role. */
export function endOfInsight(lesson: string): string {
  return lesson.slice(lesson.lastIndexOf("-"));
}

/** What the ids of all insights of a role end with. */
export function endOfRole(role: string): string {
  return `-${sha256Of(role).slice(0, 8)}`;
}

function textPart(normalised: string): string {
  return `insight-${sha256Of(normalised).slice(0, 16)}`;
}
