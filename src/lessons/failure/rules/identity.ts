import { digest } from "../../../base/text/digest.js";

/** The id under which a family of failures is known, listed and shown: that of the failure that founded it. */
export function failureId(signature: string): string {
  return `failure-${digest(signature)}`;
}

/** Whether a signature is that of a failure lesson. */
export function isOfFailure(signature: unknown, lesson: string): boolean {
  return typeof signature === "string" && isFailure(lesson) && failureId(signature) === lesson;
}

export function isFailure(lesson: string): boolean {
  return lesson.startsWith("failure-");
}
