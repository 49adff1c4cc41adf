import type * as z from "zod/mini";
import type { ExitCode } from "../base/terminal/exit-code.js";
import type { Style } from "../base/terminal/style.js";
import { counted } from "../base/text/counted.js";
import { askGate, gateInput, gateOutput, overrideRefusal } from "../lessons/directive/gate/gate.js";
import type { Immutable } from "./call/immutable.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";

type GateResult = Immutable<z.output<typeof gateOutput>>;

export const verb = defineVerb({
  name: "gate",
  group: "Called by agents",
  summary: "Ask whether a phase may end",
  description: `A phase may end when every critical rule in its prompts was applied, ignored with a \
reason, judged not applicable with a reason, or verified, and every violation was fixed. The gate runs their \
predicates itself: one that fails keeps the phase open, whatever was acknowledged. If it may not end, the \
answer lists what is missing, what the checks found and the exact line to write, and the exit code is 1. An \
unknown phase is refused with exit code 2.

--override lets it end anyway: the architect or a person gives a reason of at least 10 characters, which \
stays in the log. After five equal denials the answer mentions this option, so that a phase is never locked \
for ever.

--begin starts a phase: checks compare files with the commit of that moment. What is open in a phase of this \
name stays open. A brief that names a new phase begins it too, and so does one that names a phase whose gate \
let it end.

--end ends the phase without asking the gate, for example when a session is closed: its outcome is recorded \
with the failures and retries that were seen.

If the store cannot be read, the gate is closed, and the answer says what to do.`,
  examples: [
    { run: "whetstone gate build", about: "May the phase end?" },
    {
      run: 'whetstone gate build --override "accepted until the migration is done" --by maintainer',
      about: "It must:",
    },
  ],
  caller: "anyone",
  hub: null,
  input: gateInput,
  output: gateOutput,
  cli: {
    arguments: ["phase"],
    options: {
      override: { value: "WHY", about: "Let it end although something is open." },
      ends: false,
      taskId: false,
      run: false,
    },
    own: {
      begin: { type: "boolean", about: "Begin the phase here." },
      end: { type: "boolean", about: "The phase is over, whatever the gate says." },
      by: { type: "string", value: "NAME", about: "The person who overrides." },
    },
    exits: { 1: "The phase may not end; standard output says what is missing." },
    render,
    exit: ({ passed }) => (passed ? undefined : 1),
    run: command,
  },
  // An override is a person's or the architect's, and a tool cannot tell who calls: it is not an argument.
  mcp: {
    tool: "gate",
    description:
      "Whether a phase may end. If not, the answer says what is missing and the exact line to write.",
    readOnly: false,
    fields: ["phase", "taskId", "run"],
    names: { taskId: "bead_id", run: "run_id" },
  },
  check: overrideRefusal,
  run: askGate,
});

async function command(call: CommandCall<GateResult>): Promise<ExitCode | undefined> {
  const { input, own, printer } = call;
  const { override: _, ...phase } = input;
  if (own.begin === true) {
    const { verb: beginPhase } = await import("./begin-phase.js");
    const begun = await call.call(beginPhase, phase as never);
    printer.result(begun, ({ bold, yellow }) =>
      [
        `${bold(begun.phase)} begins at ${begun.baseCommit ?? "no commit"}`,
        ...begun.carried.map((lesson) => yellow(`  ${lesson} was open, and stays open`)),
      ].join("\n"),
    );
    return undefined;
  }
  if (own.end === true) {
    const { verb: endPhase } = await import("./end-phase.js");
    const ended = await call.call(endPhase, { ...phase, begun: true } as never);
    if (ended.failed !== undefined) printer.note(`Nothing was recorded: ${ended.failed.reason}`);
    const outcome = ended.failed === undefined ? "is over" : "is over, without a record";
    const learned = ended.failed === undefined ? `: ${counted(ended.proposed.length, "new lesson")}` : "";
    printer.result(ended, ({ bold }) => `${bold(ended.phase)} ${outcome}${learned}`);
    return undefined;
  }
  return call.print(await call.run(input));
}

function render(result: GateResult, style: Style): string {
  const notes = result.notes.map((note) => style.yellow(note));
  if (!result.passed) return [result.answer, ...notes].join("\n");
  const how = result.overridden ? style.yellow("overridden") : style.green("passed");
  const looked = `${counted(result.considered, "directive")} looked at`;
  return [`${style.bold(result.phase)} ${how}: ${looked}`, ...notes].join("\n");
}
