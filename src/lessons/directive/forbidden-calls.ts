import type { Context } from "../../verbs/call/context.js";
import type { ReadActions } from "../kept/read-actions.js";
import { surroundingsOf } from "./call-surroundings.js";
import type { DirectiveRow } from "./fold/directive-row.js";
import { compileGlob } from "./predicate/glob.js";
import { type ReadCall, readCall } from "./rules/forbidden/read-call.js";
import { forbiddenPart } from "./rules/forbidden-action.js";
import { appliesTo } from "./rules/scope.js";

export interface ToolCall {
  readonly tool: string;
  readonly command?: string | undefined;
  readonly files: readonly string[];
  readonly partial?: boolean | undefined;
  readonly role?: string | undefined;
  /** Where it runs; the folder of the project, if left out. */
  readonly folder?: string | undefined;
}

export interface Forbidden {
  readonly lesson: string;
  readonly text: string;
  readonly action: string;
  readonly as: string;
}

/** What these directives forbid of a call: the first action of each that the call does. */
export async function forbiddenCalls(
  context: Context,
  rows: readonly DirectiveRow[],
  { role, folder, ...use }: ToolCall,
): Promise<readonly Forbidden[]> {
  const actions = await context.actions();
  const forms = rows.flatMap((row) => row.forbiddenActions.flatMap((text) => actions.of(text)?.forms ?? []));
  const call = readCall(use, forms, surroundingsOf(context, folder));
  return rows.filter((row) => concerns(row, role, call)).flatMap((row) => forbiddenBy(actions, row, call));
}

/** A directive that names roles binds those roles; one that names tools binds every user of them. */
function concerns(row: DirectiveRow, role: string | undefined, call: ReadCall): boolean {
  const { tool, written, isShell } = call;
  const tools = [tool, ...(written.length === 0 ? [] : ["Edit"]), ...(isShell ? ["Bash"] : [])];
  if (role === undefined)
    return row.appliesToTools.length === 0 || appliesTo({ ...row, appliesToAgents: [] }, { role: "", tools });
  return appliesTo(row, { role, tools });
}

/** The first of a directive's actions that the call does; empty when it does none. */
function forbiddenBy(
  actions: ReadActions,
  { lesson, text, forbiddenActions }: DirectiveRow,
  call: ReadCall,
): readonly Forbidden[] {
  for (const action of forbiddenActions) {
    const read = actions.of(action);
    const as = read && forbiddenPart(read, call, globMatches);
    if (as !== undefined) return [{ lesson, text, action, as }];
  }
  return [];
}

function globMatches(glob: string, file: string): boolean {
  const compiled = compileGlob(glob);
  return !("error" in compiled) && compiled.matches(file);
}
