import { WhetstoneError } from "../errors.js";

/** The JSON of a request's body. */
export function jsonBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `the body is no JSON: ${(cause as Error).message}`;
    throw new WhetstoneError("invalid_input", message, { field: "", next: "send one JSON document", cause });
  }
}

export function objectBody(text: string): Record<string, unknown> {
  const value = jsonBody(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new WhetstoneError("invalid_input", "the body must be a JSON object", {
    field: "",
    next: 'send { "root": "…", … }',
  });
}
