import * as z from "zod/mini";
import { resultSchemas } from "../../results/result-schemas.js";
import { beadId, maybeText, maybeTexts, runId, text } from "../arguments.js";
import { defineTool } from "../tool.js";

export const addLesson = defineTool({
  name: "add_lesson",
  about:
    "Bring in a directive: an instruction for later runs. One without a trigger and a check waits in quarantine.",
  readOnly: false,
  arguments: {
    text: text("The instruction"),
    category: maybeText("What it is about"),
    tags: maybeTexts("Labels"),
    triggers: maybeTexts("Phrases of a task that call for it"),
    required_actions: maybeTexts("What must be done"),
    forbidden_actions: maybeTexts("What must not be done"),
    verification_checks: maybeTexts("How a reviewer can tell"),
    verification_predicate: maybeText("A check that runs by itself, such as grep:<regex>:<glob>"),
    applies_to_agents: maybeTexts("Roles that it is for"),
    applies_to_tools: maybeTexts("Tools that it is for"),
    priority: z
      .optional(z.enum(["low", "medium", "high", "critical"]))
      .check(z.describe("medium, if left out")),
    enforcement: z.optional(z.enum(["warn", "enforce"])).check(z.describe("warn, if left out")),
    citations: maybeTexts("Files of the project that it speaks of"),
    bead_id: z.optional(beadId),
    run_id: runId,
  },
  result: resultSchemas["add-lesson"],
  doorNames: { bead_id: "task", run_id: "run" },
  run: ({ ws, args, who }) =>
    ws.lessons.add({
      text: args.text,
      category: args.category,
      tags: args.tags,
      triggers: args.triggers,
      requiredActions: args.required_actions,
      forbiddenActions: args.forbidden_actions,
      verificationChecks: args.verification_checks,
      verificationPredicate: args.verification_predicate,
      appliesToAgents: args.applies_to_agents,
      appliesToTools: args.applies_to_tools,
      priority: args.priority,
      enforcement: args.enforcement,
      citations: args.citations,
      task: args.bead_id,
      run: args.run_id,
      ...who,
    }),
});
