import { environmentName } from "./environment.js";
import { relations } from "./relations.js";
import type { Setting, SettingGroup } from "./setting.js";
import { projectSetting, settings } from "./settings.js";

const introduction = `# Settings

The settings of Whetstone, generated from their table. All are optional.

A value comes from, weakest first: its default, \`whetstone.json\` at the root of the project, a
\`WHETSTONE_*\` variable of the environment, an argument \`--set path=value\`. \`whetstone status --config\`
shows each value and its origin. A wrong value is an error that names it. A key that is no setting, such as one
of a newer version or one that is a constant now, gives a warning in the file and the environment, and is
ignored; as an argument it is an error. Where the file cannot be read, or holds a wrong value, commands refuse
and agents go on by what it last said: what is enforced stays so. An empty variable counts as not set. In the environment and in arguments a list is
written \`a,b\` or \`["a", "b"]\`.

\`\`\`json
{
  "project": "shop",
  "criteria": { "halfLifeDays": 60 }
}
\`\`\`

The source says where a default comes from. *swarm*, *jkz*, *directives* and *governance* are the four
learning systems whose rules Whetstone joins, with the name the number has there; *ours* is a number that was
chosen here, and *ours (…)* one that was chosen for a rule of theirs that names no number. A number that is
part of a rule, with no reason for a person to change it, is a constant in the source next to its rule.
`;

/** The text of docs/CONFIG.md. */
export function configMarkdown(): string {
  const groups = Object.entries<SettingGroup>(settings).map(([group, members]) =>
    section(group, `${group}.`, members),
  );
  return [
    introduction,
    section("project", "", { project: projectSetting }),
    ...groups,
    relationsSection(),
  ].join("\n");
}

function section(title: string, prefix: string, members: SettingGroup): string {
  const rows = Object.entries(members).map(([name, setting]) => settingRow(`${prefix}${name}`, setting));
  const head = [
    "| Setting | Default | Range | Unit | Source | About | Environment |",
    "|---|---|---|---|---|---|---|",
  ];
  return `${[`## ${title}`, "", ...head, ...rows].join("\n")}\n`;
}

function settingRow(path: string, setting: Setting): string {
  const value = setting === projectSetting ? "" : code(JSON.stringify(setting.default));
  const cells = [code(path), value, range(setting), setting.unit, setting.source, setting.about];
  const escaped = [...cells, code(environmentName(path))].map((cell) => cell.replaceAll("|", "\\|"));
  return `| ${escaped.join(" | ")} |`;
}

function range(setting: Setting): string {
  switch (setting.kind) {
    case "number":
      return `${setting.min} to ${setting.max}`;
    case "choice":
      return setting.choices.map((choice) => code(JSON.stringify(choice))).join(", ");
    case "boolean":
      return "true, false";
    case "string":
      return setting.expected;
    case "list":
      return "list of texts";
  }
}

function relationsSection(): string {
  const lines = relations.map((relation) =>
    "ascending" in relation
      ? `- ${relation.ascending.map(code).join(" ≤ ")}`
      : `- ${relation.sumToOne.map(code).join(" + ")} = 1`,
  );
  return `${["## What must hold between settings", "", ...lines].join("\n")}\n`;
}

function code(text: string): string {
  return `\`${text}\``;
}
