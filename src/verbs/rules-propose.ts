import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { proposeChecks } from "../lessons/directive/bound/propose-checks.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

const short = z.string().check(z.maxLength(1_000));
const step = z.strictObject({
  command: z.optional(short),
  file: z.optional(short),
  text: z.optional(short),
  old: z.optional(short),
  branch: z.optional(short),
  skill: z.optional(short),
  stop: z.optional(z.literal(true)),
});
const steps = z.array(step).check(z.minLength(1), z.maxLength(10));

export const verb = defineVerb({
  name: "rules propose",
  group: "Lessons",
  summary: "Propose checks that an agent wrote for rules of instruction files",
  description: `Takes checks for statements that have none, each with an example that it must stop and one near it \
that it must let go. A check that fails its own examples is refused. The others wait: 'whetstone rules' shows what \
each would have stopped in past sessions, and nothing holds before a person's key. 'whetstone rules list --propose' \
prints what to ask an agent.`,
  examples: [
    { run: "whetstone rules list --propose", about: "What to ask your agent:" },
    { run: "whetstone rules propose answers.json", about: "Bring its answers in:" },
  ],
  caller: "anyone",
  hub: null,
  input: z.strictObject({
    proposals: field(
      "For each rule its file, its line, the check, and what it stops and lets go.",
      z
        .array(
          z.strictObject({ file: short, line: z.int(), check: z.unknown(), stops: steps, passes: steps }),
        )
        .check(z.minLength(1), z.maxLength(200)),
    ),
    ...callerInput,
  }),
  output: z.strictObject({
    proposals: field(
      "What became of each.",
      z.array(
        z.strictObject({
          file: z.string(),
          line: z.int(),
          rule: field("Its id; null if it was refused.", z.nullable(z.string())),
          refused: field("Why; null if it waits for a person.", z.nullable(z.string())),
        }),
      ),
    ),
  }),
  cli: {
    arguments: ["proposals"],
    options: {
      proposals: {
        name: "file",
        value: "FILE",
        file: true,
        about: "The agent's answer, a JSON array; standard input if left out.",
        parse: readAnswer,
      },
    },
    render: ({ proposals }, style) =>
      proposals
        .map(({ file, line, refused }) => {
          const place = style.bold(`${file}:${line}`);
          return refused === null
            ? `${place} waits for you in 'whetstone rules'`
            : `${place} refused: ${refused}`;
        })
        .join("\n"),
  },
  run: async (context, { proposals, actor = context.actor, origin = context.origin }) => ({
    proposals: [...(await proposeChecks(context, proposals, { actor, origin }))],
  }),
});

/** Agents put fences and words around what they were asked for. */
function readAnswer(text: string): unknown {
  const [found = text] = /\[[\s\S]*\]/.exec(text) ?? [];
  try {
    return JSON.parse(found);
  } catch {
    throw new WhetstoneError("invalid_usage", "the answer holds no JSON array", {
      field: "<file>",
      next: "ask the agent for nothing but the array",
    });
  }
}
