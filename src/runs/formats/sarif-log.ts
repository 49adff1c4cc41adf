import * as z from "zod/mini";

/** Schema of the parts of SARIF 2.1.0 that say how a run ended; zod drops all others. */

const text = z.optional(z.string());
const index = z.optional(z.int().check(z.gte(-1)));
const level = z.optional(z.enum(["none", "note", "warning", "error"]));
const optionalArray = <Item extends z.ZodMiniType>(item: Item) => z.nullish(z.array(item));

const message = z.object({ text, markdown: text, id: text, arguments: optionalArray(z.string()) });

const rule = z.object({
  id: z.string(),
  messageStrings: z.optional(z.record(z.string(), z.object({ text: z.string() }))),
  defaultConfiguration: z.optional(z.object({ level })),
});

const component = z.object({ name: z.string().check(z.minLength(1)), rules: optionalArray(rule) });

const location = z.object({
  physicalLocation: z.optional(
    z.object({
      artifactLocation: z.optional(z.object({ uri: text, index })),
      region: z.optional(z.object({ startLine: z.optional(z.int()) })),
    }),
  ),
});

const result = z.object({
  ruleId: text,
  ruleIndex: index,
  rule: z.optional(z.object({ id: text, index, toolComponent: z.optional(z.object({ index, name: text })) })),
  kind: z.optional(z.enum(["pass", "open", "informational", "notApplicable", "review", "fail"])),
  level,
  message,
  locations: optionalArray(location),
  baselineState: z.optional(z.enum(["new", "unchanged", "updated", "absent"])),
  suppressions: optionalArray(
    z.object({ status: z.optional(z.enum(["accepted", "underReview", "rejected"])) }),
  ),
});

const invocation = z.object({
  // A string such as "false" would be truthy, so only a boolean is accepted.
  executionSuccessful: z.optional(z.boolean()),
  startTimeUtc: text,
  endTimeUtc: text,
  exitCodeDescription: text,
  toolExecutionNotifications: optionalArray(z.object({ level, message: z.optional(message) })),
});

const run = z.object({
  tool: z.object({ driver: component, extensions: optionalArray(component) }),
  invocations: optionalArray(invocation),
  artifacts: optionalArray(z.object({ location: z.optional(z.object({ uri: text })) })),
  results: optionalArray(result),
});

export const sarifLog = z.object({ version: z.literal("2.1.0"), runs: z.array(run).check(z.minLength(1)) });

export type SarifRun = z.infer<typeof run>;
export type SarifResult = z.infer<typeof result>;
export type SarifRule = z.infer<typeof rule>;
