import type { WhetstoneError } from "../../base/errors.js";

const otherFormats: readonly string[] = ["newer_format", "older_format"];

/** Whether a program of another form wrote what could not be read: nothing but a person ends that. */
export function isOtherFormat({ code }: { readonly code: string }): boolean {
  return otherFormats.includes(code);
}

/** Whether rules may be in force in what could not be read. */
export function mayHideRules(error: WhetstoneError): boolean {
  return isOtherFormat(error) && error.values.inForce !== false;
}

/**
 * What an agent or its person is told of a project that a program of another form wrote. `reason` ends with
 * what to do.
 */
export function otherFormatText({
  code,
  reason,
}: {
  readonly code: string;
  readonly reason: string;
}): string {
  const fault = reason.replace(/\.$/, "");
  if (code === "newer_format")
    return (
      "This project was written by a newer Whetstone than the one that answers here, which cannot read its " +
      `rules, so every tool call is denied: ${fault}. 'npm install whetstone@latest' does so where this agent ` +
      "calls it; or ask the person you work for."
    );
  return (
    "What this project has learned cannot be read by the Whetstone that answers here, so tool calls are denied " +
    `if a rule may be in force: ${fault}. Only the person you work for can do so: tell them.`
  );
}
