/** In the order in which a report lists them. */
export const errorTypes = ["validation", "timeout", "conflict", "tool_failure", "unknown"] as const;

/**
 * validation: the input, schema, type or assertion did not hold · timeout: a time limit passed ·
 * conflict: another process or person holds or changed it · tool_failure: a program, file or service failed.
 */
export type ErrorType = (typeof errorTypes)[number];
