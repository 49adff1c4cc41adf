import { readFailureType } from "../../runs/reliability/failure-type.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { MomentOf, Reply } from "../moment.js";
import { isFirstSeen, noteFiles, noteStarted, type SessionFacts, takeWarning } from "../sessions.js";
import { hostSource } from "../source.js";
import { hearRefusal } from "./hear.js";

/** Output beyond this is not read: the error stands at the start or at the end. */
export const outputChars = 200_000;

/** After a tool call: records a failure, and shows the agent how earlier sessions resolved the same one. */
export async function afterTool(
  ws: Whetstone,
  moment: MomentOf<"after-tool">,
  facts: SessionFacts,
): Promise<Reply> {
  const { use, output, run, session } = moment;
  if (moment.started) {
    noteStarted(facts, use);
    return {};
  }
  if (use.id !== undefined && !isFirstSeen(facts, use.id)) return {};
  const { result, by, told } = await ws.reflect({
    tool: use.tool,
    input: use.input.slice(0, outputChars),
    output: bothEnds(output),
    facts: moment.facts,
    phase: session,
    taskId: session,
    run,
    ...hostSource(moment),
  });
  await noteCall(ws, moment, { result, by });
  await hearRefusal(ws, moment, facts);
  const failed = result === "failure" || result === "inapplicable";
  noteFinishedCall(facts, moment, failed);
  if (use.adapter !== undefined)
    facts.retries.note({
      ...use,
      adapter: use.adapter,
      failed: failed ? (readFailureType(bothEnds(output)) ?? null) : undefined,
    });
  const context = [takeWarning(facts, use), told].filter((text) => text !== "").join("\n\n");
  return context === "" ? {} : { context };
}

/** After a command in the background has ended: as after any other call. */
export async function backgroundEnded(
  ws: Whetstone,
  { call, kind: _, ...ended }: MomentOf<"background-ended">,
  facts: SessionFacts,
): Promise<Reply> {
  const use = facts.inBackground.get(call);
  facts.inBackground.delete(call);
  return use === undefined ? {} : afterTool(ws, { ...ended, kind: "after-tool", use }, facts);
}

const filesNoted = 500;
const pathChars = 4_096;

/** What a rule requires is seen here, whatever the agent says of it. */
async function noteCall(
  ws: Whetstone,
  moment: MomentOf<"after-tool">,
  reflected: Pick<Awaited<ReturnType<Whetstone["reflect"]>>, "result" | "by">,
): Promise<void> {
  const { use, session, run, root } = moment;
  const { tool, command, files, writes, skill } = use;
  await ws.noteWork({
    session,
    taskId: session,
    run,
    seen: "call",
    writes,
    ...reflected,
    folder: root,
    tool: tool.slice(0, 200),
    files: files.slice(0, filesNoted).map((file) => file.slice(0, pathChars)),
    ...(command === undefined ? {} : { command: command.slice(0, 1_048_576) }),
    ...(skill === undefined ? {} : { skill: skill.slice(0, 200) }),
    ...hostSource(moment),
  });
}

export function bothEnds(output: string): string {
  if (output.length <= outputChars) return output;
  return `${output.slice(0, outputChars / 2)}\n${output.slice(-outputChars / 2)}`;
}

function noteFinishedCall(
  facts: SessionFacts,
  { use, root, output }: MomentOf<"after-tool">,
  failed: boolean,
): void {
  facts.toolCalls += 1;
  if (failed) facts.broken.add(use.tool);
  else facts.broken.delete(use.tool);
  if (use.writes && !failed)
    noteFiles(
      facts,
      use.files.map((file) => inProject(root, file)),
    );
  if (use.adapter === undefined) return;
  facts.adapters.add(use.adapter);
  if (failed) facts.failed = { adapter: use.adapter, failureType: readFailureType(bothEnds(output)) };
  else if (facts.failed?.adapter === use.adapter) facts.failed = undefined;
}

function inProject(root: string, file: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
}
