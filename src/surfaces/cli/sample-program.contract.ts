import { WhetstoneError } from "../../base/errors.js";
import { defineCommand, type Program } from "./command.js";

const status = defineCommand({
  name: "status",
  summary: "Show what there is",
  description: `Shows the project, its store and what it holds. Nothing is written, and a project that was never used is
no error: its counts are zero.

With --config, every setting and where its value came from.`,
  arguments: [],
  options: { config: { type: "boolean", about: "Show every setting and where its value came from." } },
  examples: [
    { run: "whetstone status", about: "The project of the current folder:" },
    { run: "whetstone status --json | jq .events", about: "For a script:" },
  ],
  async run({ values, printer, start, globals }) {
    printer.result(
      { start, config: values.config, set: globals.set },
      ({ bold }) => `${bold("Project")} ${start}`,
    );
  },
});

const record = defineCommand({
  name: "record",
  summary: "Record an outcome: what's done",
  description: "Records the outcome of a run.",
  arguments: [
    { name: "task", about: "The task's id.", required: true },
    { name: "files", about: "Files that hold more.", many: true, value: "FILE" },
  ],
  options: {
    result: {
      type: "string",
      short: "r",
      about: "How it ended.",
      choices: ["success", "partial", "failure"],
    },
    from: { type: "string", value: "FILE", about: "Read it from a file." },
    tag: { type: "string", many: true, about: "A label." },
  },
  examples: [{ run: "whetstone record bd-1 --result success", about: "A run that went well:" }],
  exits: { 1: "A gate blocks." },
  async run({ args, values, printer }) {
    printer.result({ ...args, ...values }, () => `recorded ${args.task}`);
    return values.result === "failure" ? 1 : undefined;
  },
});

const fails = (name: string, fault: unknown) =>
  defineCommand({
    name,
    summary: "Fail",
    description: "Prints a result, then fails.",
    arguments: [],
    options: {},
    examples: [{ run: `whetstone lessons ${name}`, about: "Fails:" }],
    async run({ printer }) {
      printer.result({ ok: true }, () => "ok");
      throw fault;
    },
  });

const blocked = new WhetstoneError("busy", "another writer holds the store", {
  next: "try again",
  values: { waitedMs: 5 },
});

/** A small program with every feature of the kernel. */
export const sampleProgram: Program = {
  name: "whetstone",
  summary: "a sample",
  version: "1.2.3",
  tree: {
    status: { summary: status.summary, group: "Look", load: async () => ({ command: status }) },
    record: { summary: record.summary, group: "Called by agents", load: async () => ({ command: record }) },
    lessons: {
      summary: "List and drop lessons",
      group: "Lessons",
      commands: {
        list: { summary: "Fail: busy", load: async () => ({ command: fails("list", blocked) }) },
        forget: {
          summary: "Break",
          load: async () => ({ command: fails("forget", new TypeError("x is not a function")) }),
        },
      },
    },
  },
};
