import type { Tool } from "../tool.js";
import { verbTools } from "../verb-tool.js";
import { acknowledge } from "./acknowledge.js";
import { addLesson } from "./add-lesson.js";
import { errorContext } from "./error-context.js";
import { gate } from "./gate.js";
import { policy } from "./policy.js";
import { recordError } from "./record-error.js";
import { resolveError } from "./resolve-error.js";
import { review } from "./review.js";
import { searchLessons } from "./search-lessons.js";

const written: readonly Tool[] = [
  recordError,
  resolveError,
  errorContext,
  acknowledge,
  review,
  gate,
  policy,
  searchLessons,
  addLesson,
];

/** Every tool: those of the verbs, and those that are still written by hand. */
export async function allTools(): Promise<readonly Tool[]> {
  return [...(await verbTools()), ...written];
}
