import type { MomentOf, Place } from "../moment.js";
import { textAt } from "../read-payload.js";
import type { ClaudeEventOf } from "./payload.js";
import { toolUseOf } from "./tool-use.js";

type AfterTool = MomentOf<"after-tool">;

/** A call that worked. For a shell that means exit code 0, though a command before a pipe may have failed. */
export function successMoment(place: Place, event: ClaudeEventOf<"PostToolUse">): AfterTool {
  const { tool_response: response } = event;
  const use = toolUseOf(event);
  const printed = [textAt(response, "stdout"), textAt(response, "stderr")].filter((part) => part).join("\n");
  const interrupted =
    typeof response === "object" && response !== null && Reflect.get(response, "interrupted") === true;
  if (textAt(response, "backgroundTaskId") !== undefined)
    return { ...place, kind: "after-tool", use, output: "", facts: {}, started: true };
  const status = use.command === undefined ? { isError: false } : { exitCode: 0 };
  return {
    ...place,
    kind: "after-tool",
    use,
    output: printed,
    facts: interrupted ? { interrupted } : status,
  };
}

/** A call that failed. A shell's exit code is only in the text, before the output. */
export function failureMoment(place: Place, event: ClaudeEventOf<"PostToolUseFailure">): AfterTool {
  const { error, is_interrupt } = event;
  const refused = refusalMoment(place, event, error);
  if (refused !== undefined) return refused;
  const code = /^Exit code (\d{1,3})(?:\n|$)/.exec(error);
  const output = code === null ? error : error.slice(code[0].length);
  const status = code === null ? { isError: true } : { exitCode: Number(code[1]) };
  const facts = is_interrupt === true ? { interrupted: true } : status;
  return { ...place, kind: "after-tool", use: toolUseOf(event), output, facts };
}

const opening = "<tool_use_error>";

/**
 * Calls whose input Claude Code itself refused, such as an edit whose old text is not in the file. They cause
 * no other event, before or after the tool: only the batch holds them.
 */
export function batchMoments(
  place: Place,
  { tool_calls }: ClaudeEventOf<"PostToolBatch">,
): readonly AfterTool[] {
  return tool_calls.flatMap((call): readonly AfterTool[] => {
    const { tool_response: response } = call;
    const refused = refusalMoment(place, call, response);
    if (refused !== undefined) return [refused];
    if (typeof response !== "string" || !response.startsWith(opening)) return [];
    const output = response.slice(opening.length).replace("</tool_use_error>", "");
    return [{ ...place, kind: "after-tool", use: toolUseOf(call), output, facts: { isError: true } }];
  });
}

const refusedText = /^(?:Error: )?The user doesn't want to (?:proceed with|take) this (?:tool use|action)/;
const saidText = /\bthe user said:\s*([\s\S]+)$/;
/** Claude Code's own words for a person who wants to ask something back. */
const asksBack = "The user wants to clarify these questions";

/**
 * A call that a person refused, with the person's words. The error of an MCP server may hold any text, so for
 * calls of its tools nothing is heard.
 */
function refusalMoment(
  place: Place,
  call: Parameters<typeof toolUseOf>[0],
  error: unknown,
): AfterTool | undefined {
  if (typeof error !== "string" || !refusedText.test(error) || call.tool_name.startsWith("mcp__"))
    return undefined;
  const said = saidText.exec(error)?.[1]?.trim() ?? "";
  const refusedWith = said === "" || said.startsWith(asksBack) ? undefined : said;
  const facts = { rejected: true };
  return { ...place, kind: "after-tool", use: toolUseOf(call), output: error, facts, refusedWith };
}
