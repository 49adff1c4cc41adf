import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

/** The published schemas of the verbs. */
export const schemas = join(import.meta.dirname, "../../schema/verbs");

/** Expects that a verb's JSON fits the schema that is published of its result. */
export function fits(verb: string, document: unknown): void {
  const named = [`${verb}.result.schema.json`, `${verb}.schema.json`];
  const file = named.find((name) => existsSync(join(schemas, name)));
  expect(file, `there is no schema of '${verb}'`).toBeDefined();
  const schema = JSON.parse(readFileSync(join(schemas, file ?? ""), "utf8"));
  const ajv = String(schema.$schema).includes("2020-12")
    ? new Ajv2020({ strict: false })
    : new Ajv({ strict: false });
  const validate = ajv.compile(schema);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
}
