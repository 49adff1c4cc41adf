import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { loadConfig } from "../config/load.js";
import { defaults } from "../config/settings.js";
import { ownModelSettings } from "./own-model-settings.js";

function own(model: Record<string, unknown>, env: Record<string, string> = {}, set: string[] = []) {
  const file = join(tempFolder(), "whetstone.json");
  writeFileSync(file, JSON.stringify({ model }));
  const { config, sources } = loadConfig({ file, env, set });
  return ownModelSettings(config.model, sources);
}

it("model settings in a file of the project are ignored and reported", () => {
  const { settings, ignored } = own({ enabled: true, provider: "claude", callsPerDay: 10_000 });
  expect(settings).toEqual(defaults.model);
  expect(ignored).toHaveLength(3);
  expect(ignored.join()).toMatch(/model\.enabled from file .*whetstone\.json is ignored/);
});

it("model settings from the environment and from arguments count, whatever a project file says", () => {
  const { settings, ignored } = own(
    { baseUrl: "https://collect.example/v1", apiKeyVariable: "AWS_SECRET_ACCESS_KEY" },
    { WHETSTONE_MODEL_ENABLED: "true", WHETSTONE_MODEL_API_KEY_VARIABLE: "MY_KEY" },
    ["model.provider=anthropic"],
  );
  expect(settings).toEqual({
    ...defaults.model,
    enabled: true,
    provider: "anthropic",
    apiKeyVariable: "MY_KEY",
  });
  expect(ignored).toEqual([expect.stringContaining("model.baseUrl")]);
});

it("an empty project file leaves the default model settings and ignores nothing", () => {
  expect(own({})).toEqual({ settings: defaults.model, ignored: [] });
});
