import * as z from "zod/mini";
import type { ExitCode } from "../base/terminal/exit-code.js";
import { readInput } from "../base/terminal/read-input.js";
import { givenTime, textId } from "../log/events/envelope.js";
import { errorRecorded } from "../log/events/error.js";
import { classifyError } from "../runs/errors/classify-error.js";
import { errorTypes } from "../runs/errors/error-type.js";
import { refuseFuture } from "./call/admit.js";
import { envelopeInput, keyInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { keyInLog, replayed } from "./call/replayed.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";

const { shape } = errorRecorded.data;

const output = z.strictObject({
  error: field("The id of the error.", z.string()),
  taskId: field("The task's id.", z.string()),
  type: field("The type that was given, or read from the message.", z.enum(errorTypes)),
  replayed: field("True when this key had been recorded before: nothing new was written.", z.boolean()),
});

export const verb = defineVerb({
  name: "errors record",
  group: "Called by agents",
  summary: "Record an error of a task",
  description: `Records that something went wrong in the course of a task. The type is read from the \
message unless you give it. 'whetstone errors context' turns the unresolved ones into a block for the retry \
prompt, and 'whetstone complete' counts them.`,
  examples: [
    {
      run: 'whetstone errors record bd-12 "Type error in src/auth.ts" --tool typecheck',
      about: "One error:",
    },
    {
      run: "npm test 2>&1 | tail -5 | whetstone errors record bd-12",
      about: "The end of what a tool printed:",
    },
  ],
  words: ["error", "fail", "failure"],
  caller: "anyone",
  hub: "agent",
  input: z.strictObject({
    taskId: field("The task's id.", textId),
    message: field("What went wrong.", shape.message),
    errorType: field("The type; read from the message, if left out.", z.optional(shape.errorType)),
    toolName: field("The tool that failed.", shape.toolName),
    stackTrace: field("The stack trace.", shape.stackTrace),
    context: field("What was being done.", shape.context),
    key: keyInput,
    at: field("When it happened, if not now.", z.optional(givenTime)),
    ...envelopeInput,
  }),
  output,
  cli: {
    arguments: ["taskId"],
    ownArgument: { name: "message", about: "What went wrong; from standard input if left out." },
    options: {
      message: false,
      errorType: { name: "type", about: "The type, if the message does not show it." },
      toolName: { name: "tool", value: "NAME" },
      stackTrace: false,
      at: false,
      run: { value: "ID", about: "The run's id." },
    },
    render: (result, style) => `Recorded ${style.bold(result.error)} (${result.type}) for ${result.taskId}`,
    run: command,
  },
  mcp: {
    tool: "record_error",
    description: "Record an error of a task. It is shown to the next attempt until it is resolved.",
    readOnly: false,
    fields: ["taskId", "message", "errorType", "toolName", "stackTrace", "context", "key", "run"],
    names: { taskId: "bead_id", run: "run_id" },
  },
  check: (context, { at }) => refuseFuture(context, at),
  run: async (context, input) => {
    const {
      taskId: task,
      run = context.run,
      key: given,
      at,
      actor = context.actor,
      origin = context.origin,
      ...rest
    } = input;
    const data = { ...rest, errorType: rest.errorType ?? classifyError(rest.message) };
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      const key = keyInLog(context, given);
      const before = await replayed(writer, { type: "error-recorded", key, task, data });
      const event =
        before ?? (await writer.append({ type: "error-recorded", data, task, run, key, at, actor, origin }));
      const { errorType: type } = event.data;
      return { error: event.id, taskId: event.task ?? task, type, replayed: before !== undefined };
    });
  },
});

/** More than a message holds; a mistaken pipe must not fill the memory. */
const maxBytes = 65_536;
/** As much of what is piped in as a message may hold. */
const messageChars = 4_000;

type Result = Immutable<z.output<typeof output>>;

async function command(call: CommandCall<Result>): Promise<ExitCode | undefined> {
  const { input, own, io } = call;
  const message = own.message ?? (await readInput(undefined, io, maxBytes)).trim().slice(0, messageChars);
  return call.print(await call.run({ ...input, message }));
}
