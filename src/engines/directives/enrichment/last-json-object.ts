/** A whole answer is a few kilobytes; more is no answer to our question. */
const answerMaxChars = 65_536;
/** Enough for prose with braces around the object, and few enough to be done at once. */
const attemptsMax = 200;

/**
 * The last JSON object in a text that may have prose or a fence around it, or undefined. Of nested objects it
 * is the outermost. A text of any size takes bounded work.
 */
export function lastJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > answerMaxChars) return undefined;
  let attempts = 0;
  for (let end = text.lastIndexOf("}"); end >= 0; end = text.lastIndexOf("}", end - 1)) {
    for (let start = text.indexOf("{"); start >= 0 && start < end; start = text.indexOf("{", start + 1)) {
      attempts += 1;
      if (attempts > attemptsMax) return undefined;
      const value = parsed(text.slice(start, end + 1));
      if (value !== undefined) return value;
    }
    if (end === 0) return undefined;
  }
  return undefined;
}

/** What begins and ends with a brace and parses is an object. */
function parsed(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
