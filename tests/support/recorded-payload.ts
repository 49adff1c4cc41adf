import { readFileSync } from "node:fs";
import { join } from "node:path";

const hosts = join(import.meta.dirname, "../../src/agents");

/**
 * What a real agent sent, with the project where the test has it. `changes` stand for what another call would
 * say.
 */
export function recordedPayload(
  host: string,
  name: string,
  root: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return payloadIn(join(hosts, host, "recorded"), name, root, changes);
}

/** What a host that nobody ran here should send, by its documentation. */
export function documentedPayload(...[host, name, root, changes = {}]: Parameters<typeof recordedPayload>) {
  return payloadIn(join(hosts, host, "documented"), name, root, changes);
}

function payloadIn(folder: string, name: string, root: string, changes: object): Record<string, unknown> {
  const text = readFileSync(join(folder, `${name}.json`), "utf8");
  return { ...JSON.parse(text.replaceAll("/project", JSON.stringify(root).slice(1, -1))), ...changes };
}
