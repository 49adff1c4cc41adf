import type { LanguageModelMiddleware } from "ai";
import type { WhetstoneError } from "../errors.js";
import {
  type Answer,
  type EndpointSettings,
  type LanguageModel,
  modelUnavailable,
} from "./language-model.js";
import { loadAi, loadAnthropic, loadOpenAiCompatible } from "./load-package.js";

type SdkSettings = EndpointSettings & {
  readonly provider: "openai-compatible" | "anthropic";
};

/**
 * An endpoint through the AI SDK, whose packages are optional and loaded by the first call. One call is one
 * request: the SDK's own retries are off, because they would not be counted.
 */
export function aiSdkModel(settings: SdkSettings, apiKey: string | undefined): LanguageModel {
  const name = settings.name === "" ? settings.provider : settings.name;
  return {
    name,
    async complete(prompt, { signal }) {
      checkSettings(name, settings, apiKey);
      const timeout = AbortSignal.timeout(settings.timeoutMs);
      const { generateText, wrapLanguageModel } = await loadAi(name);
      const model = wrapLanguageModel({
        model: await providerModel(settings, apiKey),
        middleware: dropWarnings,
      });
      try {
        const abortSignal = AbortSignal.any([signal, timeout]);
        return generatedAnswer(await generateText({ model, prompt, maxRetries: 0, abortSignal }));
      } catch (error) {
        throw sdkError(error, name, settings, { signal, timeout });
      }
    },
  };
}

/** The SDK prints warnings, some on standard output, where the results of Whetstone go. */
const dropWarnings: LanguageModelMiddleware = {
  specificationVersion: "v3",
  wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
};

/** Fails before the request, with a clearer error than the endpoint would give. */
function checkSettings(name: string, settings: SdkSettings, apiKey: string | undefined): void {
  const missing = (setting: string, next: string) =>
    modelUnavailable(name, `model.${setting} is not set`, { field: `model.${setting}`, next });
  if (settings.name === "") throw missing("name", "set WHETSTONE_MODEL_NAME to the name of the model");
  if (settings.provider === "openai-compatible" && settings.baseUrl === "") {
    throw missing("baseUrl", "set WHETSTONE_MODEL_BASE_URL to the endpoint");
  }
  // A local endpoint may work without a key.
  if (apiKey !== undefined && apiKey !== "") return;
  if (settings.apiKeyVariable !== "") {
    throw modelUnavailable(name, `${settings.apiKeyVariable} is not set`, {
      field: "model.apiKeyVariable",
      next: `put the key into ${settings.apiKeyVariable}`,
    });
  }
  if (settings.provider === "anthropic") {
    throw missing(
      "apiKeyVariable",
      "set WHETSTONE_MODEL_API_KEY_VARIABLE to the variable that holds the key",
    );
  }
}

async function providerModel({ provider, name, baseUrl }: SdkSettings, apiKey: string | undefined) {
  const common = {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === "" ? {} : { baseURL: baseUrl }),
  };
  if (provider === "anthropic") {
    const sdk = await loadAnthropic(name);
    return sdk.createAnthropic(common)(name);
  }
  const sdk = await loadOpenAiCompatible(name);
  return sdk.createOpenAICompatible({ ...common, name: provider, baseURL: baseUrl })(name);
}

interface Generated {
  readonly text: string;
  readonly usage: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined };
}

function generatedAnswer({ text, usage }: Generated): Answer {
  return {
    text,
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    costUsd: null,
  };
}

interface Signals {
  readonly signal: AbortSignal;
  readonly timeout: AbortSignal;
}

/** Every error of the SDK means that no model answered, also a login page with status 200. */
function sdkError(
  error: unknown,
  name: string,
  settings: SdkSettings,
  { signal, timeout }: Signals,
): WhetstoneError {
  const stopped = signal.aborted
    ? "was stopped"
    : timeout.aborted
      ? `took longer than ${settings.timeoutMs} ms`
      : "";
  const status = (error as { readonly statusCode?: number }).statusCode;
  const message = error instanceof Error ? error.message : String(error);
  const reason = stopped || `${status === undefined ? "" : `status ${status}: `}${message}`;
  return modelUnavailable(name, reason, {
    next: endpointAdvice(status, settings),
    values: status === undefined ? {} : { status },
    cause: error,
  });
}

function endpointAdvice(status: number | undefined, { apiKeyVariable }: SdkSettings): string {
  if (status === 401 || status === 403) return `check the key in ${apiKeyVariable || "model.apiKeyVariable"}`;
  if (status === 400 || status === 404) return "check model.name and model.baseUrl";
  return "call again later";
}
