import { posix } from "node:path";
import { homeIn } from "../../config/environment.js";
import { type ReadCall, readCall } from "../../engines/directives/forbidden/read-call.js";
import { forbiddenPart } from "../../engines/directives/forbidden-action.js";
import { appliesTo } from "../../engines/directives/scope.js";
import { compileGlob } from "../../predicates/glob.js";
import { gitAliases } from "../../project/git-aliases.js";
import type { DirectiveRow } from "../../projections/directives.js";
import type { Context } from "../context.js";
import type { ReadActions } from "./read-actions.js";

export interface ToolCall {
  readonly tool: string;
  readonly command?: string | undefined;
  readonly files: readonly string[];
  readonly role?: string | undefined;
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
  { tool, command, files, role }: ToolCall,
): Promise<readonly Forbidden[]> {
  const { root } = context.places;
  const relative = (file: string) => relativeTo(root, file);
  const surroundings = { relative, gitAliases: () => gitAliases(root, homeIn(context.env)) };
  const call = readCall({ tool, command, files: files.map(relative) }, surroundings);
  const actions = await context.actions();
  return rows.filter((row) => concerns(row, role, call)).flatMap((row) => forbiddenBy(actions, row, call));
}

/** A directive that names roles binds those roles; one that names tools binds every user of them. */
function concerns(row: DirectiveRow, role: string | undefined, { tool, written }: ReadCall): boolean {
  const tools = written.length === 0 ? [tool] : [tool, "Edit"];
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

function relativeTo(root: string, file: string): string {
  const path = file.replaceAll("\\", "/");
  const base = posix.normalize(root.replaceAll("\\", "/"));
  const whole = posix.isAbsolute(path) ? posix.normalize(path) : posix.join(base, path);
  return whole.startsWith(`${base}/`) ? whole.slice(base.length + 1) : whole;
}
