import type { WhetstoneError } from "../errors.js";
import { modelUnavailable } from "./language-model.js";

/** The packages for endpoints are optional dependencies: users of an endpoint install them. */
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

export function missingPackage(model: string, name: string, cause: unknown): WhetstoneError {
  return modelUnavailable(model, `the package ${name} cannot be loaded`, {
    next: `run npm install ${name} where Whetstone is installed`,
    values: { package: name },
    cause,
  });
}
