import type { ErrorType } from "./error-type.js";

const meanings: ReadonlyMap<number, ErrorType> = new Map([
  [400, "validation"],
  [406, "validation"],
  [408, "timeout"],
  [409, "conflict"],
  [411, "validation"],
  [412, "conflict"],
  [413, "validation"],
  [414, "validation"],
  [415, "validation"],
  [422, "validation"],
  [423, "conflict"],
  [428, "conflict"],
  [504, "timeout"],
  // Of proxies: no connection in time, no answer in time.
  [522, "timeout"],
  [524, "timeout"],
  [598, "timeout"],
  [599, "timeout"],
]);

/** What an HTTP status says. Every other status of 400 to 599 is a service that did not do its part. */
export function typeOfStatus(status: number): ErrorType | undefined {
  if (!Number.isInteger(status) || status < 400 || status > 599) return undefined;
  return meanings.get(status) ?? "tool_failure";
}
