export type ToolFamily = "shell" | "read" | "edit" | "search" | "web" | "other";

/** Names that hosts give their tools, in lower case. */
export const toolNames: Readonly<Record<Exclude<ToolFamily, "other">, readonly string[]>> = {
  shell: [
    ...["bash", "shell", "sh", "powershell", "run_shell_command", "run_terminal_cmd", "exec"],
    ...["exec_command", "local_shell", "terminal", "command"],
  ],
  read: ["read", "view", "read_file", "read_many_files", "notebookread", "open_file"],
  edit: [
    ...["edit", "multiedit", "write", "write_file", "replace", "notebookedit", "apply_patch", "patch"],
    ...["create_file", "edit_file"],
  ],
  search: [
    ...["grep", "glob", "ls", "list", "search", "find", "rg", "list_directory", "grep_search"],
    ...["search_file_content", "codebase_search", "file_search", "lsp"],
  ],
  web: ["webfetch", "websearch", "web_fetch", "web_search", "google_web_search", "fetch"],
};

const families: ReadonlyMap<string, ToolFamily> = new Map(
  (["shell", "read", "edit", "search", "web"] as const).flatMap((family) =>
    toolNames[family].map((name) => [name, family] as const),
  ),
);

/**
 * Which table of messages a tool's output is looked up in. A tool of an MCP server and any unknown one is of
 * the family "other".
 */
export function toolFamily(tool: string): ToolFamily {
  const name = tool.trim().toLowerCase();
  // `str_replace`, `str_replace_editor` and the like.
  return families.get(name) ?? (/^str_replace\w{0,30}$/.test(name) ? "edit" : "other");
}
