import * as z from "zod/mini";
import { directiveEnforcements, directiveFields, directivePriorities } from "../events/directive.js";
import { origin, textId } from "../events/envelope.js";

const path = z.string().check(z.minLength(1), z.maxLength(500));

/**
 * A directive as somebody brings it in: only its text is needed, the rest decides whether it can be shown.
 */
export const addLessonInput = z.strictObject({
  text: z.string().check(z.minLength(1), z.maxLength(20_000)),
  category: z._default(directiveFields.category, "general"),
  tags: z._default(directiveFields.tags, []),
  triggers: z._default(directiveFields.triggers, []),
  requiredActions: z._default(directiveFields.requiredActions, []),
  forbiddenActions: z._default(directiveFields.forbiddenActions, []),
  verificationChecks: z._default(directiveFields.verificationChecks, []),
  verificationPredicate: directiveFields.verificationPredicate,
  appliesToAgents: z._default(directiveFields.appliesToAgents, []),
  appliesToTools: z._default(directiveFields.appliesToTools, []),
  priority: z._default(z.enum(directivePriorities), "medium"),
  enforcement: z._default(z.enum(directiveEnforcements), "warn"),
  /** Files of the project that it speaks of. */
  citations: z._default(z.array(path).check(z.maxLength(20)), []),
  run: z.optional(textId),
  task: z.optional(textId),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type AddLessonInput = z.input<typeof addLessonInput>;
export type AdmittedLesson = z.output<typeof addLessonInput>;
