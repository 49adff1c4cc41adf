import type { FieldOption } from "./command-line.js";
import type { Verb } from "./define-verb.js";
import { fieldsOf } from "./fields.js";
import { kebabCase, snakeCase } from "./names.js";
import type { Spelling } from "./respell.js";

/** Who acts and where a text comes from: the surface knows, and no caller is asked. */
const surfaceFields = ["actor", "origin"];

/** What is typed on the command line, such as `lessons forget`. */
export function commandName({ cli, name }: Verb): string {
  return cli?.name ?? name;
}

/** How a field is written as an option; undefined where the command line does not offer it. */
export function fieldOption(verb: Verb, name: string): FieldOption | undefined {
  const special = verb.cli?.options?.[name];
  if (special === false || verb.cli === undefined) return undefined;
  return special ?? (surfaceFields.includes(name) ? undefined : {});
}

/** Fields by how the command line spells them: `--duration`, or `<task>` for an argument. */
export function optionNames(verb: Verb): Spelling {
  const names = fieldsOf(verb.input).map(({ name, kind }) => {
    const option = fieldOption(verb, name);
    if (verb.cli?.arguments?.includes(name)) return [name, `<${option?.name ?? kebabCase(name)}>`];
    const offered = option !== undefined && (kind !== "json" || option.parse !== undefined || option.file);
    return [name, offered ? `--${option.name ?? kebabCase(name)}` : undefined];
  });
  return Object.fromEntries(names);
}

/** Fields by the name of their argument over MCP. */
export function argumentNames({ mcp, input }: Verb): Spelling {
  const offered = mcp?.fields ?? Object.keys(input.shape).filter((name) => !surfaceFields.includes(name));
  return mcp === undefined
    ? {}
    : Object.fromEntries(offered.map((name) => [name, mcp.names?.[name] ?? snakeCase(name)]));
}
