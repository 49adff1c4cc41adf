import * as z from "zod/mini";
import { resultSchemas } from "../../results/result-schemas.js";
import { maybeCount, text } from "../arguments.js";
import { defineTool } from "../tool.js";

const usualLimit = 10;

export const searchLessons = defineTool({
  name: "search_lessons",
  about: "Lessons of this project by words and meaning, best first, each with what speaks for it.",
  readOnly: true,
  arguments: {
    query: text("What you want to know about, in words"),
    kind: z
      .optional(z.enum(["strategy", "insight", "directive"]))
      .check(z.describe("Only lessons of this kind; a strategy may come as one to avoid")),
    limit: maybeCount(`At most so many; ${usualLimit}, if left out`),
  },
  result: resultSchemas.search,
  run: ({ ws, args: { query, kind, limit = usualLimit } }) =>
    ws.search({ text: query, limit: Math.max(1, limit), ...(kind === undefined ? {} : { kinds: [kind] }) }),
});
