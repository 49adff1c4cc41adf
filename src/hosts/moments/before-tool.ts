import { normalize } from "node:path/posix";
import type { Whetstone } from "../../compose/whetstone.js";
import type { MomentOf, Reply } from "../moment.js";
import type { SessionFacts } from "../sessions.js";
import { agentSource, roleOf } from "../source.js";
import { noteLastCall } from "./hear.js";

const filesChecked = 500;
/** No system opens a longer path. Cut after normalizing: `..` segments must not hide the end of a path. */
const pathChars = 4_096;
/** Only calls shorter than this are known again. */
const inputChars = 1_000;

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
  const { tool, command, files, adapter, input } = moment.use;
  const { decision, reason } = await ws.checkTool({
    tool: tool.slice(0, 200),
    files: files.slice(0, filesChecked).map((file) => normalize(file).slice(0, pathChars)),
    role: roleOf(ws, moment),
    ...(command === undefined
      ? { input: input.slice(0, inputChars) }
      : { command: command.slice(0, 1_048_576) }),
    ...(adapter === undefined ? {} : { adapter, retry: retries.before(adapter, input) }),
    failOpen: true,
    phase: moment.session,
    task: moment.session,
    run: moment.run,
    origin: agentSource(ws, moment).origin,
  });
  return decision === "allow" ? {} : { refusal: { decision, reason } };
}
