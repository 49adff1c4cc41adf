/** Fields of a JSON answer that hold its message, in the order in which they are asked. */
const messageFields = ["message", "error_description", "detail", "error", "errors", "reason", "title"];

/** An answer that is or ends in JSON is parsed up to here. */
const jsonChars = 100_000;
const deepest = 6;

/** The message of an answer in JSON that reports errors; undefined when it is no such answer. */
export function jsonMessage(output: string): string | undefined {
  const text = output.trim();
  if (!/^[[{]/.test(text) || text.length > jsonChars) return undefined;
  try {
    return messageIn(JSON.parse(text), 0);
  } catch {
    // Cut in the middle, or not JSON after all: the first message is read as text.
    const found = /"(?:message|error|detail)"\s*:\s*"((?:[^"\\]|\\.){3,400})"/.exec(text)?.[1];
    return found?.replace(/\\n/g, "\n").replace(/\\(.)/g, "$1");
  }
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (depth > deepest || typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return firstOf(value.slice(0, 20), depth);
  const fields = messageFields.flatMap((name) => Reflect.get(value, name) ?? []);
  const text = fields.find((each): each is string => typeof each === "string" && /\p{L}{2}/u.test(each));
  return text ?? firstOf(fields, depth);
}

function firstOf(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values) {
    const text = typeof value === "string" ? value : messageIn(value, depth + 1);
    if (text !== undefined) return text;
  }
  return undefined;
}
