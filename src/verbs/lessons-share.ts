import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import {
  filesComeLaterInput,
  refuseUselessAnywhere,
  refuseUselessPredicate,
} from "../lessons/directive/check-predicate.js";
import { directiveRow } from "../lessons/directive/directive-rows.js";
import { type DirectiveRow, isTrusted } from "../lessons/directive/fold/directive-row.js";
import { directives, isDirective } from "../lessons/directive/fold/directives.js";
import {
  type DirectiveInput,
  directiveInput,
  type ProposalResult,
  proposalOutput,
  propose,
} from "../lessons/directive/propose-directive.js";
import { lessonIdOf, lessonInput, noLesson } from "../lessons/find-lesson.js";
import { textId } from "../log/events/envelope.js";
import type { Context } from "./call/context.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { checkableOptions } from "./parts/checkable-options.js";
import { directiveText } from "./parts/directive-text.js";
import { byOption } from "./parts/person-input.js";

const name = "lessons share";

export const verb = defineVerb({
  name,
  group: "Lessons",
  summary: "Copy a rule to or from another project",
  description: `Copies a rule to another project, or from one, with everything that makes it checkable \
and a note of its source. 'global' is your own set, which belongs to no project. Lessons never move between \
projects by themselves. Its check is validated as if it were written here: one that could never pass or \
never fail is refused.`,
  examples: [
    {
      run: "whetstone lessons share 3f9a41c2 --to global --by maintainer",
      about: "Keep it for all projects:",
    },
    {
      run: "whetstone lessons share 3f9a41c2 --from global --by maintainer",
      about: "Copy it into this one:",
    },
  ],
  words: ["copy", "share"],
  caller: "person",
  hub: null,
  input: z.strictObject({
    lesson: lessonInput,
    to: field("The key of the project to copy it to, or 'global'.", z.optional(textId)),
    from: field("The key of the project to copy it from, or 'global'.", z.optional(textId)),
    filesComeLater: filesComeLaterInput,
    ...callerInput,
  }),
  output: z.strictObject({
    ...proposalOutput.shape,
    from: field("The key of the project that it was copied from.", z.string()),
    to: field("The key of the project that it was copied to.", z.string()),
  }),
  cli: {
    arguments: ["lesson"],
    options: {
      to: { value: "PROJECT" },
      from: { value: "PROJECT" },
      filesComeLater: checkableOptions.filesComeLater,
    },
    own: byOption,
    render: (result, style) => `${result.from} → ${result.to}: ${directiveText(result, style)}`,
  },
  check: (_context, { to, from }) =>
    (to === undefined) === (from === undefined)
      ? { field: "to", reason: "give the project to copy it to, or the one to copy it from; not both" }
      : undefined,
  run: async (context, { lesson, to, from, filesComeLater, actor = context.actor }) => {
    const here = context.identity.key;
    const source = from === undefined ? context : context.otherProject(from);
    const target = to === undefined ? context : context.otherProject(to);
    try {
      const row = await sharedRow(source, lesson);
      const { verificationPredicate } = row;
      if (target === context)
        await refuseUselessPredicate(context, name, { verificationPredicate, filesComeLater });
      else await refuseUselessAnywhere(context, name, verificationPredicate);
      const copied = await copy({ target, project: from ?? here }, row, actor);
      return { ...copied, from: from ?? here, to: to ?? here };
    } finally {
      for (const other of [source, target]) if (other !== context) await other.close();
    }
  },
});

async function sharedRow({ ledger }: Context, given: string): Promise<DirectiveRow> {
  const row = await ledger.read(async (reader) => {
    const lesson = await lessonIdOf(reader, given);
    if (!isDirective(lesson)) throw onlyDirectives(lesson);
    return reader.row(directives, lesson);
  });
  if (row === undefined) throw noLesson(given);
  if (row.status !== "active") throw notActive(row.lesson, row.status);
  return row;
}

interface Copying {
  readonly target: Context;
  /** The key of the source. */
  readonly project: string;
}

async function copy({ target, project }: Copying, row: DirectiveRow, actor: string): Promise<ProposalResult> {
  const { lesson, origin } = row;
  target.beforeWriting();
  const from = { project, lesson, origin };
  return target.ledger.write(async (writer) => {
    const copied = await propose(target, writer, copyOf(row, actor), { from });
    if (copied.status !== "proposed") return copied;
    // The person who brings it along stands behind it, as the one who activated it did.
    const { proposal } = await directiveRow(writer, copied.lesson);
    const data = { lesson: copied.lesson, proposal, reason: "a person shared it" };
    await writer.append({ type: "lesson-activated", data, actor, origin: "human" });
    return { ...copied, status: "active" as const };
  });
}

/** A directive keeps the trust that it has: copying does not add weight to what no person vouched for. */
function copyOf(row: DirectiveRow, actor: string): DirectiveInput {
  return directiveInput.parse({
    text: row.text,
    category: row.category,
    tags: [...row.tags],
    triggers: [...row.triggers],
    requiredActions: [...row.requiredActions],
    forbiddenActions: [...row.forbiddenActions],
    verificationChecks: [...row.verificationChecks],
    ...(row.verificationPredicate === undefined ? {} : { verificationPredicate: row.verificationPredicate }),
    appliesToAgents: [...row.appliesToAgents],
    appliesToTools: [...row.appliesToTools],
    priority: row.priority,
    enforcement: row.enforcement,
    actor,
    origin: isTrusted(row) ? "human" : row.origin,
  });
}

function notActive(lesson: string, status: string): WhetstoneError {
  return new WhetstoneError(
    "invalid_input",
    `'${lesson}' is ${status}, and only what is active can be shared`,
    {
      field: "lesson",
      next: "activate it first, if it still holds",
      values: { lesson, status },
    },
  );
}

function onlyDirectives(lesson: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `'${lesson}' is not a rule, and only rules can be shared`, {
    field: "lesson",
    next: "write it as a directive: 'whetstone lessons add'",
    values: { lesson },
  });
}
