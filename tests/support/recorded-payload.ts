import { readFileSync } from "node:fs";
import { join } from "node:path";

const hosts = join(import.meta.dirname, "../../src/hosts");

/** What a real agent sent, with the project where the test has it. `changes` stand for what another call would say. */
export function recordedPayload(
  host: string,
  name: string,
  root: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const text = readFileSync(join(hosts, host, "recorded", `${name}.json`), "utf8");
  return { ...JSON.parse(text.replaceAll("/project", JSON.stringify(root).slice(1, -1))), ...changes };
}
