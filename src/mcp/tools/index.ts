import type { Tool } from "../tool.js";
import { verbTools } from "../verb-tool.js";
import { addLesson } from "./add-lesson.js";

const written: readonly Tool[] = [addLesson];

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
