/** A longer answer in JSON is not parsed. */
const jsonChars = 100_000;

/** Fields that an answer may have that is nothing but the report of an error. */
const errorFields: ReadonlySet<string> = new Set([
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
  "data",
  "extensions",
  "detail",
  "details",
  "title",
  "type",
  "name",
  "object",
  "jsonrpc",
  "id",
  "path",
  "request_id",
  "requestId",
  "trace_id",
  "documentation_url",
  "timestamp",
  "error_description",
  "hint",
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
