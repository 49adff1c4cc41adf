import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createGenerator } from "ts-json-schema-generator";

/**
 * The JSON that `--json` prints, one schema per verb: every `<Verb>Result` type that src/index.ts exports.
 *
 * @param {string} root
 * @returns {{ verb: string, schema: object }[]}
 */
export function verbSchemas(root) {
  const path = join(root, "src/index.ts");
  const generator = createGenerator({
    path,
    tsconfig: join(root, "tsconfig.json"),
    expose: "export",
    topRef: false,
    skipTypeCheck: true,
    additionalProperties: false,
  });
  return resultNames(path).map((name) => {
    const { $schema, ...schema } = generator.createSchema(name);
    return { verb: verbOf(name), schema: { $schema, title: name, ...schema } };
  });
}

function resultNames(path) {
  return [...new Set(readFileSync(path, "utf8").match(/\b[A-Z]\w*Result\b/g))].sort();
}

function verbOf(name) {
  return name
    .replace(/Result$/, "")
    .replace(/(?!^)([A-Z])/g, "-$1")
    .toLowerCase();
}
