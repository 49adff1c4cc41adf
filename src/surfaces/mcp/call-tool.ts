import { isAbsolute } from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { WhetstoneError } from "../../base/errors.js";
import type { Failure } from "../../verbs/call/fail-open.js";
import type { WarmProjects } from "../../verbs/open/warm-projects.js";
import { callerOf } from "./caller-of.js";
import type { Tool } from "./tool.js";

/** The state that the calls of one connection share. */
export interface Connection {
  readonly projects: WarmProjects;
  /** Its own project; undefined when each call must name one. */
  readonly root: string | undefined;
  /** The name of a caller that gives none. */
  readonly agent: string;
  /** Folders of other projects that the person who runs the server allows calls to name; * for all. */
  readonly otherProjects: readonly string[];
}

/** Runs a tool. An error becomes the tool's answer, in words that an agent can act on. */
export async function callTool(
  tool: Tool,
  input: unknown,
  connection: Connection,
  client: string | undefined,
): Promise<CallToolResult> {
  try {
    const { projects, root, agent } = connection;
    const admitted = tool.admit(input ?? {});
    const folder = projectFolder(admitted.project, root);
    refuseOtherProject(folder, connection);
    const who = callerOf(admitted.agent, client, agent);
    const { result, text } = await projects.use(folder, (ws) => {
      ws.noteCall("mcp");
      return admitted.run({ ws, who });
    });
    const mistake = mistakeIn(result);
    if (mistake !== undefined)
      return { content: [{ type: "text", text: `${tool.name}: ${mistake}` }], isError: true };
    return { content: [{ type: "text", text }], structuredContent: result as Record<string, unknown> };
  } catch (error) {
    return { content: [{ type: "text", text: toolError(tool, error, input) }], isError: true };
  }
}

/** A verb that must answer says in its answer what failed. What the caller has to correct is an error here. */
function mistakeIn(result: unknown): string | undefined {
  const { failed } = (result ?? {}) as { readonly failed?: Partial<Failure> };
  return failed?.code === "not_found" || failed?.code === "invalid_input" ? failed.reason : undefined;
}

/** Agents often copy the shell's variable for the folder from the documentation. */
const ownProject = ["$PWD", "."];

function projectFolder(given: string | undefined, own: string | undefined): string {
  const folder = given === undefined || ownProject.includes(given) ? own : given;
  if (folder !== undefined && isAbsolute(folder)) return folder;
  throw new WhetstoneError(
    "invalid_input",
    "'project_key': must be the absolute path of the project's folder",
    {
      field: "project_key",
      next: "give the full path of the folder you work in",
      values: { reason: "must be the absolute path of the project's folder" },
    },
  );
}

/** A tool reaches the connection's own project, its subfolders and worktrees, and what a person allowed. */
function refuseOtherProject(folder: string, { projects, root, otherProjects }: Connection): void {
  if (folder === root || otherProjects.includes("*")) return;
  const key = projects.keyOf(folder);
  const allowed = [...(root === undefined ? [] : [root]), ...otherProjects.filter(isAbsolute)];
  if (allowed.some((each) => isProject(projects, each, key))) return;
  const reason = "it is another project than the one of this connection";
  throw new WhetstoneError("not_allowed", `'project_key': ${reason}`, {
    field: "project_key",
    next:
      "leave it out; the person you work for can connect to that project, or allow its folder in " +
      "WHETSTONE_HOSTS_MCP_PROJECTS",
    values: { reason },
  });
}

/** A folder in the person's list may be gone. */
function isProject(projects: WarmProjects, folder: string, key: string): boolean {
  try {
    return projects.keyOf(folder) === key;
  } catch (error) {
    if (error instanceof WhetstoneError) return false;
    throw error;
  }
}

function toolError(tool: Tool, thrown: unknown, given: unknown): string {
  if (!(thrown instanceof WhetstoneError)) return `${tool.name}: unexpected: ${String(thrown)}`;
  const { field = "", next, values, message } = thrown;
  const name = argumentFor(tool, field, Object(given));
  const known = typeof values.reason === "string" && field !== "";
  const first = known ? `${tool.name}: '${name}': ${values.reason}` : `${tool.name}: ${message}`;
  return next === undefined
    ? first
    : `${first}\nnext: ${withArgumentNames(tool, next.replaceAll(`'${field}'`, `'${name}'`))}`;
}

/**
 * Verbs name fields as the library does; the caller gets the name of its own argument, or of what it gave without
 * there being one.
 */
function argumentFor(tool: Tool, field: string, given: object): string {
  const [first = "", ...rest] = field.split(".");
  const own = argumentsOf(tool).find(({ field }) => field === first)?.argument;
  const common = { root: "project_key", actor: "agent_name", origin: "agent_name" }[first];
  const shown = own ?? (Object.hasOwn(given, first) ? first : common) ?? first;
  return [shown, ...rest].join(".");
}

/** Advice may name other fields. Only camel-case names such as startedAt cannot be ordinary words. */
function withArgumentNames(tool: Tool, text: string): string {
  const spelled = argumentsOf(tool).filter(({ field }) => /[a-z][A-Z]/.test(field));
  return spelled.reduce(
    (advice, { argument, field }) => advice.replaceAll(new RegExp(`\\b${field}\\b`, "g"), argument),
    text,
  );
}

function argumentsOf({
  inputSchema,
  doorNames,
}: Tool): readonly { readonly argument: string; readonly field: string }[] {
  return Object.keys((inputSchema.properties ?? {}) as object).map((argument) => ({
    argument,
    field: doorNames[argument] ?? argument.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  }));
}
