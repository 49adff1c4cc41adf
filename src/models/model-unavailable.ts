import { type ErrorFacts, WhetstoneError } from "../errors.js";
import { oneLine } from "../text/one-line.js";

const reasonMaxChars = 300;

/** No model answered. The reason may quote an endpoint or a program, so it becomes one safe line. */
export function modelUnavailable(model: string, reason: string, facts: ErrorFacts): WhetstoneError {
  const message = `the language model ${model} gave no answer: ${oneLine(reason, reasonMaxChars)}`;
  return new WhetstoneError("model_unavailable", message, facts);
}
