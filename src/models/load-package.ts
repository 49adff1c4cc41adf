import type { WhetstoneError } from "../errors.js";
import { modelUnavailable } from "./model-unavailable.js";

/** The packages that the endpoints need. They are optional: who asks an endpoint installs them. */
export async function loadAi(model: string): Promise<typeof import("ai")> {
  try {
    return await import("ai");
  } catch (error) {
    throw missingPackage(model, "ai", error);
  }
}

export async function loadAnthropic(model: string): Promise<typeof import("@ai-sdk/anthropic")> {
  try {
    return await import("@ai-sdk/anthropic");
  } catch (error) {
    throw missingPackage(model, "@ai-sdk/anthropic", error);
  }
}

export async function loadOpenAiCompatible(
  model: string,
): Promise<typeof import("@ai-sdk/openai-compatible")> {
  try {
    return await import("@ai-sdk/openai-compatible");
  } catch (error) {
    throw missingPackage(model, "@ai-sdk/openai-compatible", error);
  }
}

/** Says which package to install. */
export function missingPackage(model: string, name: string, cause: unknown): WhetstoneError {
  return modelUnavailable(model, `the package ${name} cannot be loaded`, {
    next: `npm install ${name}, where whetstone itself is installed`,
    values: { package: name },
    cause,
  });
}
