import type { Whetstone } from "../compose/whetstone.js";

/**
 * Our faults are not the caller's: what fails here is noted as a loss, and the agent goes on with
 * `otherwise`.
 */
export async function unlessItFails<T>(
  ws: Whetstone,
  stage: string,
  otherwise: T,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    ws.noteLoss(`ai-sdk ${stage}`, error instanceof Error ? error.message : String(error));
    return otherwise;
  }
}
