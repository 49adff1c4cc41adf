import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect } from "vitest";

const folder = join(import.meta.dirname, "../../schema/verbs");
const ajv = new Ajv({ strict: false });

/** Checks what a verb answered against the schema that is published for it. */
export function expectToFit(name: string, document: unknown): void {
  const file = [`${name}.result.schema.json`, `${name}.schema.json`].find((each) =>
    existsSync(join(folder, each)),
  );
  expect(file, `there is a schema of ${name}`).toBeDefined();
  // Which draft a schema names makes no difference to what it says of these answers.
  const { $schema: _, ...schema } = JSON.parse(readFileSync(join(folder, file ?? ""), "utf8"));
  const validate = ajv.compile(schema);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
}
