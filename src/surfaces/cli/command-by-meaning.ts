/**
 * Words that people try, by the command that does what they mean. None of them is a command itself, and none
 * is here twice.
 */
export const wordsByCommand: Readonly<Record<string, readonly string[]>> = {
  init: ["install", "setup", "start", "enable"],
  uninstall: ["deinit", "disable", "unlink"],
  status: ["state", "info", "ps"],
  "status --config": ["config", "configure", "settings", "set"],
  doctor: ["check", "diagnose", "fix", "health", "repair", "verify"],
  "doctor --backup": ["backup"],
  "doctor --restore FILE": ["recover", "restore"],
  demo: ["example", "try", "tutorial"],
  learn: ["backfill", "past", "transcripts"],
  audit: ["analyse", "analyze", "scan"],
  explain: ["describe", "inspect", "show", "view", "why"],
  report: ["overview", "statistics", "stats", "summary"],
  "report --format html": ["html"],
  open: ["browser", "gui", "page", "pages", "web"],
  "lessons list": ["directives", "insights", "list", "ls", "memories", "memory", "patterns", "strategies"],
  "lessons add": ["add", "create", "new", "note", "remember", "rule", "teach"],
  "lessons forget": ["delete", "drop", "erase", "forget", "purge", "remove", "rm"],
  "lessons retire": ["archive", "deprecate", "hide", "retire"],
  "lessons edit": ["change", "edit", "reword", "rewrite"],
  "lessons mute": ["mute", "silence"],
  "lessons publish": ["agents.md", "publish"],
  "lessons reset": ["reset", "revert", "undo"],
  "lessons activate": ["activate", "approve"],
  "lessons promote": ["confirm", "promote"],
  "lessons share": ["copy", "share"],
  search: ["find", "grep", "lookup", "query", "recall"],
  plan: ["begin", "prompt"],
  record: ["outcome", "result", "track"],
  complete: ["close", "done", "end", "finish"],
  "errors record": ["error", "fail", "failure"],
  policy: ["limit", "limits", "permission", "permissions"],
  relax: ["allow", "loosen"],
  export: ["dump", "events", "save"],
  import: ["load", "read"],
  log: ["history", "logs", "tail"],
  serve: ["daemon", "listen", "server"],
  completion: ["autocomplete", "completions"],
  help: ["?", "commands", "man", "usage"],
  "--version": ["version"],
};

/** The command that a word stands for, such as `lessons forget` for `delete`. */
export function commandByMeaning(word: string): string | undefined {
  const wanted = word.toLowerCase();
  return Object.keys(wordsByCommand).find((command) => wordsByCommand[command]?.includes(wanted));
}

/** Other names of commands, which work as well. */
export const aliases: Readonly<Record<string, string>> = { dashboard: "open", ui: "open" };
