/** Fields of a JSON answer that hold its message, in the order in which they are asked. */
const messageFields = ["message", "error_description", "detail", "error", "errors", "reason", "title"];

/** An answer that is or ends in JSON is parsed up to here. */
const jsonChars = 100_000;
const deepest = 6;

/** The message of an answer in JSON that reports errors; undefined for any other answer. */
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

/** Fields that an answer may have that is nothing but the report of an error. */
const errorFields: ReadonlySet<string> = new Set([
  ...[
    "error",
    "errors",
    "message",
    "code",
    "status",
    "statusCode",
    "status_code",
    "ok",
    "success",
    "isError",
  ],
  ...["data", "extensions", "detail", "details", "title", "type", "name", "object", "jsonrpc", "id", "path"],
  ...["request_id", "requestId", "trace_id", "documentation_url", "timestamp", "error_description", "hint"],
]);

/** An answer in JSON that is cut off in the middle still shows its first field. */
const beginsWithError =
  /^\s*\{\s*"(?:(?:error|errors)"\s*:\s*(?:"[^"]|\{\s*"|\[\s*[{"])|isError"\s*:\s*true|(?:ok|success)"\s*:\s*false)/;

/** Whether an answer in JSON reports that the call failed, rather than telling of errors. */
export function isErrorAnswer(output: string): boolean {
  const text = output.trim();
  if (!/^\{/.test(text) || text.length > jsonChars) return false;
  try {
    return isErrorReport(JSON.parse(text));
  } catch {
    // Cut off: only how it begins can be judged.
    return beginsWithError.test(text);
  }
}

function isErrorReport(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const field = (name: string): unknown => Reflect.get(value, name);
  if (field("isError") === true || field("ok") === false || field("success") === false) return true;
  if (!Object.keys(value).every((name) => errorFields.has(name))) return false;
  const code = Number(field("statusCode") ?? field("status_code") ?? field("status"));
  return (
    isFilled(field("error")) ||
    isFilled(field("errors")) ||
    [field("type"), field("object"), field("status")].includes("error") ||
    (code >= 400 && code < 600 && typeof field("message") === "string")
  );
}

function isFilled(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (Array.isArray(value)) return value.length > 0;
  return value === true || (typeof value === "object" && value !== null && Object.keys(value).length > 0);
}

function messageIn(value: unknown, depth: number): string | undefined {
  if (depth > deepest || typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return firstMessage(value.slice(0, 20), depth);
  const fields = messageFields.flatMap((name) => Reflect.get(value, name) ?? []);
  const text = fields.find((each): each is string => typeof each === "string" && /\p{L}{2}/u.test(each));
  return text ?? firstMessage(fields, depth);
}

function firstMessage(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values) {
    const text = typeof value === "string" ? value : messageIn(value, depth + 1);
    if (text !== undefined) return text;
  }
  return undefined;
}
