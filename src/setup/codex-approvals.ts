/** What Codex's own settings say of the hooks in one file. */
export interface CodexApprovals {
  /** Whether it loads the settings of that project at all. */
  readonly projectTrusted: boolean;
  /** Hooks that a person approved; whether the text has changed since, only Codex knows. */
  readonly approved: readonly string[];
  /** Hooks that nobody approved, or that somebody switched off. */
  readonly skipped: readonly string[];
}

export interface CodexHooks {
  /** The project's folder. */
  readonly root: string;
  /** Its hooks.json. */
  readonly file: string;
  readonly events: readonly string[];
}

/**
 * Reads `config.toml`, where Codex keeps what a person approved: a table
 * `hooks.state."<file>:<event>:<group>:<hook>"` with a `trusted_hash`, and `enabled = false` for what was
 * switched off. Only such tables and `projects."<folder>"` are looked at.
 */
export function codexApprovals(config: string, { root, file, events }: CodexHooks): CodexApprovals {
  const tables = tablesIn(config);
  const trusted = tables.get(`projects.${root}`)?.includes('trust_level = "trusted"') === true;
  const isApproved = (event: string) =>
    [...tables].some(
      ([name, lines]) =>
        name.startsWith(`hooks.state.${file}:${snakeCase(event)}:`) &&
        lines.some((line) => /^trusted(?:_content)?_hash = ".+"$/.test(line)) &&
        !lines.includes("enabled = false"),
    );
  return {
    projectTrusted: trusted,
    approved: events.filter(isApproved),
    skipped: events.filter((event) => !isApproved(event)),
  };
}

/** The lines of each table, by its name without quotes. Spaces around `=` are made one. */
function tablesIn(config: string): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, string[]>();
  let lines: string[] = [];
  for (const raw of config.split(/\r?\n/)) {
    const line = raw.trim();
    const header = /^\[([^[\]].*)\]$/.exec(line);
    if (header === null) {
      lines.push(line.replace(/^([\w-]{1,100})\s*=\s*/, "$1 = "));
      continue;
    }
    lines = [];
    tables.set(nameOf(header[1] ?? ""), lines);
  }
  return tables;
}

/**
 * `hooks.state."/a b:stop:0:0"` as `hooks.state./a b:stop:0:0`: a path holds no quote on any system that
 * Codex runs on.
 */
function nameOf(header: string): string {
  return header
    .replace(/\s*\.\s*(["'])/g, ".$1")
    .replace(/["']/g, "")
    .replaceAll("\\\\", "\\");
}

function snakeCase(event: string): string {
  return event.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}
