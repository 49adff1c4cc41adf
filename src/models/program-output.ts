/** A JSON object that a program wrote; an empty one when it is none. */
export function objectIn(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The last line with something on it, which is where programs say why they failed. */
export function lastLine(output: Buffer): string {
  return output.toString("utf8").trimEnd().split("\n").at(-1) ?? "";
}
