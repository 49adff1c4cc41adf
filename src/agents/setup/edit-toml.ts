/** Marks our table: tables without it are never changed. */
const mark = "# Written by 'whetstone init'; 'whetstone uninstall' takes it out.";

/** The name of a table of MCP servers and of one server in it. */
export interface TomlTable {
  readonly outer: string;
  readonly name: string;
}

export type TomlValues = Readonly<Record<string, string | readonly string[]>>;

/** The text with our table at its end, every other character as it was; unchanged if it is there already. */
export function setTomlTable(text: string, table: TomlTable, values: TomlValues): string {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  const found = ourTable(text, table);
  if (found === undefined)
    return `${text}${text === "" ? "" : "\n"}${[mark, header(table), ...lines].join("\n")}\n`;
  if (lines.every((line) => found.lines.includes(line))) return text;
  const others = found.lines.filter((line) => !(keyInLine(line) in values));
  return splice(text, found, [mark, header(table), ...lines, ...others]);
}

/** The text without our table: the exact opposite of setting it. */
export function unsetTomlTable(text: string, table: TomlTable): string {
  const found = ourTable(text, table);
  return found === undefined ? text : splice(text, found, []);
}

export function hasOurTomlTable(text: string, table: TomlTable): boolean {
  return ourTable(text, table) !== undefined;
}

/** Whether the text already defines that table in any notation of TOML, or excludes defining it. */
export function hasOtherTomlTable(text: string, table: TomlTable): boolean {
  const full = `${table.outer}.${table.name}`;
  const within: Readonly<Record<string, readonly string[]>> = {
    "": [`${full}.`, `${full}=`, `${table.outer}=`],
    [`[${table.outer}]`]: [`${table.name}=`, `${table.name}.`],
  };
  let inside = "";
  for (const line of unsetTomlTable(text, table).split("\n")) {
    const bare = line.replace(/[\s"']/g, "");
    if (bare.startsWith("[")) inside = bare;
    if (bare.startsWith(`[${full}]`) || bare.startsWith(`[${full}.`)) return true;
    if (within[inside]?.some((own) => bare.startsWith(own))) return true;
  }
  return false;
}

interface Found {
  /** The line of the mark, and the number of lines of our table. */
  readonly first: number;
  readonly count: number;
  /** The values of the table. */
  readonly lines: readonly string[];
}

function ourTable(text: string, table: TomlTable): Found | undefined {
  const lines = text.split("\n");
  const first = lines.findIndex((line, index) => line === mark && lines[index + 1] === header(table));
  if (first === -1) return undefined;
  const rest = lines.slice(first + 2);
  const end = rest.findIndex((line) => !/^[\w-]+\s*=/.test(line));
  const values = end === -1 ? rest : rest.slice(0, end);
  return { first, count: values.length + 2, lines: values };
}

/** Without replacement lines, the line end before our table goes too. */
function splice(text: string, { first, count }: Found, by: readonly string[]): string {
  const lines = text.split("\n");
  const after = lines.slice(first + count);
  if (by.length > 0) return [...lines.slice(0, first), ...by, ...after].join("\n");
  const before = lines.slice(0, first).join("\n");
  const rest = after.join("\n");
  return before === "" || before.endsWith("\n") || rest === "" ? before + rest : `${before}\n${rest}`;
}

function header({ outer, name }: TomlTable): string {
  return `[${outer}.${name}]`;
}

function keyInLine(line: string): string {
  return line.slice(0, line.indexOf("=")).trim();
}
