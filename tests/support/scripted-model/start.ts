import { onTestFinished } from "vitest";
import { type Script, type ScriptedModel, serveScriptedModel } from "./serve.js";

export type { Script, ScriptedModel };

/** A scripted model that is gone when the test ends. */
export async function startScriptedModel(script: Script | string): Promise<ScriptedModel> {
  const model = await serveScriptedModel(script);
  onTestFinished(model.close);
  return model;
}
