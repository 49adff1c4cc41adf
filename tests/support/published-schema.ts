import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

const folder = join(import.meta.dirname, "../../schema/verbs");
const ajv = new Ajv2020({ strict: false });

/** Checks what a verb answered against the schema that is published for its result. */
export function expectToFit(verb: string, document: unknown): void {
  const file = join(folder, `${verb}.result.schema.json`);
  expect(existsSync(file), `there is a schema of what ${verb} answers`).toBe(true);
  const validate = ajv.compile(JSON.parse(readFileSync(file, "utf8")));
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
}
