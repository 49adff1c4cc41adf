export type ToolFamily = "shell" | "read" | "edit" | "search" | "web" | "other";

/** A tool as lessons name it, with the names that hosts give it, in lower case. */
interface Tool {
  readonly name: string;
  readonly family: ToolFamily;
  readonly names: readonly string[];
}

/** The one table of tools: of which family each is, and which names mean the same tool. */
export const tools: readonly Tool[] = [
  {
    name: "Bash",
    family: "shell",
    names: [
      "bash",
      "shell",
      "sh",
      "powershell",
      "run_shell_command",
      "run_terminal_cmd",
      "run_in_terminal",
      "exec",
      "exec_command",
      "unified_exec",
      "local_shell",
      "shell_command",
      "terminal",
      "command",
      "run_command",
      "execute_command",
      "execute_bash",
      "write_stdin",
      "container.exec",
    ],
  },
  { name: "Read", family: "read", names: ["read", "view", "read_file", "read_many_files", "open_file"] },
  { name: "NotebookRead", family: "read", names: ["notebookread"] },
  {
    name: "Edit",
    family: "edit",
    names: [
      "edit",
      "multiedit",
      "multi_edit",
      "replace",
      "apply_patch",
      "patch",
      "edit_file",
      "apply_diff",
      "search_replace",
      "replace_in_file",
      "insert_edit_into_file",
    ],
  },
  { name: "Write", family: "edit", names: ["write", "write_file", "create", "create_file", "write_to_file"] },
  { name: "NotebookEdit", family: "edit", names: ["notebookedit", "edit_notebook"] },
  {
    name: "Grep",
    family: "search",
    names: ["grep", "rg", "grep_search", "search_file_content", "search", "codebase_search"],
  },
  { name: "Glob", family: "search", names: ["glob", "find", "file_search"] },
  { name: "LS", family: "search", names: ["ls", "list", "list_directory", "list_dir"] },
  { name: "LSP", family: "search", names: ["lsp"] },
  { name: "WebFetch", family: "web", names: ["webfetch", "web_fetch", "fetch"] },
  { name: "WebSearch", family: "web", names: ["websearch", "web_search", "google_web_search"] },
  { name: "Agent", family: "other", names: ["agent", "task", "invoke_agent"] },
];

const byName: ReadonlyMap<string, Tool> = new Map(
  tools.flatMap((tool) => tool.names.map((name) => [name, tool] as const)),
);

function toolOf(tool: string): Tool | undefined {
  const name = tool.trim().toLowerCase();
  // `str_replace`, `str_replace_editor` and the like.
  return byName.get(/^str_replace\w{0,30}$/.test(name) ? "edit" : name);
}

/**
 * Which table of messages a tool's output is looked up in. A tool of an MCP server and any unknown one is of
 * the family "other".
 */
export function toolFamily(tool: string): ToolFamily {
  return toolOf(tool)?.family ?? "other";
}

/** The name that lessons use for a tool, so that one lesson serves every host; its own name, if unknown. */
export function commonToolName(tool: string): string {
  return toolOf(tool)?.name ?? tool;
}
