import type { Tool } from "../tool.js";
import { acknowledge } from "./acknowledge.js";
import { addLesson } from "./add-lesson.js";
import { brief } from "./brief.js";
import { complete } from "./complete.js";
import { errorContext } from "./error-context.js";
import { explain } from "./explain.js";
import { gate } from "./gate.js";
import { planPrompt } from "./plan-prompt.js";
import { policy } from "./policy.js";
import { recordError } from "./record-error.js";
import { recordOutcome } from "./record-outcome.js";
import { report } from "./report.js";
import { resolveError } from "./resolve-error.js";
import { review } from "./review.js";
import { searchLessons } from "./search-lessons.js";

/** In the order in which an agent meets them. */
export const tools: readonly Tool[] = [
  planPrompt,
  brief,
  complete,
  recordOutcome,
  recordError,
  resolveError,
  errorContext,
  acknowledge,
  review,
  gate,
  policy,
  searchLessons,
  addLesson,
  explain,
  report,
];
