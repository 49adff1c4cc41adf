import type { AcknowledgeResult } from "../../app/acknowledge.js";
import { WhetstoneError } from "../../errors.js";
import { readInput } from "../../terminal/read-input.js";
import type { Style } from "../../terminal/style.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

const maxBytes = 16_777_216;

export const command = defineCommand({
  name: "ack",
  summary: "Read what an agent says became of its directives",
  description: `Reads an agent's output for its acknowledgements (KNOWLEDGE_APPLIED, KNOWLEDGE_IGNORED or KNOWLEDGE_N_A, each with the id of a directive) and records them. What is quoted, in a code block, or about a directive that was not in the brief counts for nothing.

A critical directive that the agent said nothing of is recorded as unacknowledged: the gate stays closed until somebody speaks of it, but it is no violation.`,
  arguments: [{ name: "file", about: "What the agent wrote; standard input if left out.", value: "FILE" }],
  options: {
    brief: { type: "string", value: "ID", about: "The brief that is answered." },
    run: { type: "string", value: "ID", about: "Or the run: all of its briefs." },
  },
  examples: [{ run: "whetstone ack answer.md --brief 0190…", about: "The coder's answer to its brief:" }],
  async run(context) {
    const { args, values, io, printer } = context;
    const output = await readInput(args.file, io, maxBytes);
    const result = await withWhetstone(context, (ws) =>
      ws.acknowledge({
        output,
        ...(values.brief === undefined ? {} : { brief: values.brief }),
        ...(values.run === undefined ? {} : { run: values.run }),
      }),
    );
    if (result.failed?.code === "invalid_input" || result.failed?.code === "not_found")
      throw new WhetstoneError("invalid_input", result.failed.reason, {
        field: "brief",
        next: "see 'whetstone ack --help'",
      });
    if (result.failed !== undefined) printer.note(`Nothing was recorded: ${result.failed.reason}`);
    printer.result(result, (style) => render(result, style));
  },
});

function render(
  { receipts, unacknowledged, spoofed, ambiguous, replayed }: AcknowledgeResult,
  style: Style,
): string {
  return [
    `${receipts.length} acknowledged${replayed ? ", known already" : ""}`,
    ...receipts.map(
      ({ lesson, kind, reason }) => `  ${style.bold(lesson)} ${kind}${reason === null ? "" : `: ${reason}`}`,
    ),
    ...unacknowledged.map((lesson) => style.yellow(`  ${lesson} is critical, and nothing was said of it`)),
    ...spoofed.map((id) => style.red(`  ${id} was never shown: dropped`)),
    ...ambiguous.map((id) => style.yellow(`  ${id} could be several: dropped`)),
  ].join("\n");
}
