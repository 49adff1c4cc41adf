import type { Tool } from "../tool.js";
import { verbTools } from "../verb-tool.js";
import { acknowledge } from "./acknowledge.js";
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
];

/** In the order in which an agent meets them; what is not listed comes last. */
const order = [
  "plan_prompt",
  "brief",
  "complete",
  "record_outcome",
  "record_error",
  "resolve_error",
  "error_context",
  "acknowledge",
  "review",
  "gate",
  "policy",
  "search_lessons",
  "add_lesson",
  "explain",
  "report",
];

/** Every tool: those of the verbs, and those that are still written by hand. */
export async function allTools(): Promise<readonly Tool[]> {
  const place = ({ name }: Tool) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...(await verbTools()), ...written].sort((a, b) => place(a) - place(b));
}
