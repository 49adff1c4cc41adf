import type { LoadedConfig } from "../../base/config/load.js";
import type { LanguageModel } from "../../base/model/language-model.js";

/** Only what the person at this machine set counts: a file of the project must not spend anybody's money. */
export async function chooseModel(
  { config, sources }: LoadedConfig,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LanguageModel> {
  const { modelUnavailable } = await import("../../base/model/language-model.js");
  const { ownModelSettings } = await import("../../base/model/own-model-settings.js");
  const { settings } = ownModelSettings(config.model, sources);
  const { provider, enabled } = settings;
  if (!enabled || provider === "none") {
    throw modelUnavailable("none", "no language model is switched on", {
      next: "set WHETSTONE_MODEL_ENABLED=true and WHETSTONE_MODEL_PROVIDER, or harden by hand",
    });
  }
  if (provider === "claude")
    return (await import("../../base/model/claude-program.js")).claudeProgram(settings, { root, env });
  if (provider === "codex")
    return (await import("../../base/model/codex-program.js")).codexProgram(settings, { root, env });
  const { aiSdkModel } = await import("../../base/model/ai-sdk.js");
  return aiSdkModel({ ...settings, provider }, env[settings.apiKeyVariable]);
}
