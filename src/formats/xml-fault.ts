import { WhetstoneError } from "../errors.js";

export function xmlFault(text: string, at: number, why: string): WhetstoneError {
  const line = lineAt(text, at);
  return new WhetstoneError("invalid_input", `line ${line} of the XML: ${why}`, {
    field: `line ${line}`,
    next: "have the tool write the report again, or correct that line",
    values: { line },
  });
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) line += 1;
  return line;
}
