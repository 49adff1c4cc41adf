import type { LaterCall } from "./remedy.js";

/** The arguments of a tool, which hosts give as JSON. Of a text that was cut off, whole fields are read. */
export function fieldsIn(input: string): Readonly<Record<string, unknown>> {
  if (!input.startsWith("{")) return {};
  try {
    return JSON.parse(input) as Readonly<Record<string, unknown>>;
  } catch {
    // Cut off in the middle: each plain field that stands in it as a whole still counts.
    const found = input.matchAll(/"(\w{1,60})":("(?:[^"\\]|\\.){0,300}"|-?\d{1,15}|true|false)(?=[,}])/g);
    return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, JSON.parse(value)]));
  }
}

/** Of a long value its beginning tells it from another. */
const valueChars = 60;

/** Arguments in JSON with long texts cut, so that each field of a call that is kept in part is kept. */
export function compacted(input: string): string {
  if (!input.startsWith("{") || input.length <= valueChars) return input;
  try {
    const short = (_name: string, value: unknown) =>
      typeof value === "string" && value.length > valueChars ? `${value.slice(0, valueChars)}…` : value;
    return JSON.stringify(JSON.parse(input), short);
  } catch {
    // Not JSON after all: a command in braces.
    return input;
  }
}

/** The file or folder that a call is about; "" when it is about none. */
export function pathOf({ input }: Pick<LaterCall, "input">): string {
  const { file_path, path, notebook_path } = fieldsIn(input);
  const given = file_path ?? path ?? notebook_path;
  const found =
    typeof given === "string" ? given : /^\S+$/.test(input) && !input.startsWith("{") ? input : "";
  return found.replace(/\/+$/, "");
}
