import { normalize } from "node:path/posix";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { MomentOf, Reply, ToolUse } from "../moment.js";
import { noteWarning, type SessionFacts } from "../sessions.js";
import { agentSource, roleOf } from "../source.js";
import { noteLastCall } from "./hear.js";

export const toolChars = 200;
const filesChecked = 500;
const commandChars = 1_048_576;
/** No system opens a longer path. Cut after normalizing: `..` segments must not hide the end of a path. */
const pathChars = 4_096;
/** Only calls shorter than this are known again. */
const inputChars = 1_000;
const idChars = 100;

type Checked = Parameters<Whetstone["checkTool"]>[0];

/**
 * Enforced directives and the policy in force decide, then what is known to fail. If the check fails, the tool
 * runs and a loss is noted.
 */
export async function beforeTool(
  ws: Whetstone,
  moment: MomentOf<"before-tool">,
  facts: SessionFacts,
): Promise<Reply> {
  const { retries } = facts;
  noteLastCall(facts, moment);
  const { id, adapter, input } = moment.use;
  const { decision, reason, warning } = await checkCall(ws, moment, {
    ...(facts.overruled.length === 0 ? {} : { overruled: [...facts.overruled] }),
    ...(adapter === undefined ? {} : { adapter, retry: retries.before(adapter, input) }),
    ...(id === undefined || id === "" ? {} : { call: id.slice(0, idChars) }),
    phase: moment.session,
    taskId: moment.session,
    run: moment.run,
  });
  // No host shows a model anything of a call that goes on: it is told with the result.
  if (warning !== "" && decision !== "deny") noteWarning(facts, moment.use, warning);
  return decision === "allow" ? {} : { refusal: { decision, reason } };
}

/** Without a run nothing is recorded, and only what is enforced decides. */
export function checkCall(ws: Whetstone, moment: MomentOf<"before-tool">, session: Partial<Checked>) {
  const { tool, command, files, input, writes, edits, skill } = moment.use;
  return ws.checkTool({
    folder: moment.root.slice(0, pathChars),
    writes,
    edits: edits.slice(0, filesChecked).map(editWithin),
    ...(skill === undefined ? {} : { skill: skill.slice(0, toolChars) }),
    tool: tool.slice(0, toolChars),
    files: files.slice(0, filesChecked).map(openable),
    partial: files.length > filesChecked || (command ?? "").length > commandChars,
    role: roleOf(ws, moment),
    ...(command === undefined
      ? { input: input.slice(0, inputChars) }
      : { command: command.slice(0, commandChars) }),
    failOpen: true,
    forHost: true,
    origin: agentSource(ws, moment).origin,
    ...session,
  });
}

function editWithin({ file, before, after, whole }: ToolUse["edits"][number]) {
  return {
    file: openable(file),
    after: after.slice(0, commandChars),
    whole,
    ...(before === undefined ? {} : { before: before.slice(0, commandChars) }),
  };
}

function openable(file: string): string {
  return file.length <= pathChars ? file : normalize(file).slice(0, pathChars);
}
