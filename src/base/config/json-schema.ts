import type { Json, JsonObject } from "../json.js";
import { listMaxItems } from "./check-value.js";
import { environmentName } from "./environment.js";
import type { Setting, SettingGroup } from "./setting.js";
import { projectSetting, settings } from "./settings.js";

/** The JSON schema of whetstone.json. It covers everything but the relations between settings. */
export function configJsonSchema(): Json {
  const groups = Object.entries<SettingGroup>(settings).map(([group, members]) => [
    group,
    groupSchema(group, members),
  ]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "whetstone.json",
    description:
      "Settings that a team commits. Every setting is optional; what is left out keeps its default.",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string", description: "Address of this schema, for editors." },
      project: { ...valueSchema(projectSetting), description: describe("project", projectSetting) },
      ...Object.fromEntries(groups),
    },
  };
}

function groupSchema(group: string, members: SettingGroup): Json {
  const properties = Object.entries(members).map(([name, setting]) => [
    name,
    { ...valueSchema(setting), default: setting.default, description: describe(`${group}.${name}`, setting) },
  ]);
  return { type: "object", additionalProperties: false, properties: Object.fromEntries(properties) };
}

function valueSchema(setting: Setting): JsonObject {
  switch (setting.kind) {
    case "number":
      return { type: setting.integer ? "integer" : "number", minimum: setting.min, maximum: setting.max };
    case "boolean":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: setting.choices };
    case "string":
      return { type: "string", pattern: setting.pattern };
    case "list":
      return { type: "array", maxItems: listMaxItems, items: { type: "string", pattern: setting.pattern } };
  }
}

function describe(path: string, { about, unit, source }: Setting): string {
  const inUnit = unit === "none" ? "" : ` Unit: ${unit}.`;
  return `${about}${inUnit} Source: ${source}. Environment: ${environmentName(path)}.`;
}
