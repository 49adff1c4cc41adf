/** In the order in which a report lists them. */
export const errorTypes = ["validation", "timeout", "conflict", "tool_failure", "unknown"] as const;

/**
 * validation: the input, schema, type or assertion did not hold · timeout: a time limit passed ·
 * conflict: somebody else holds or changed it · tool_failure: a program, file or service did not do its part.
 */
export type ErrorType = (typeof errorTypes)[number];
