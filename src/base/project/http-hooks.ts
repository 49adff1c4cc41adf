import { readIfThere } from "../files/read-if-there.js";
import { agentSettings } from "./agent-settings.js";

/** The address to which an agent posts its events, and the key that it shows there. */
export interface HttpHook {
  readonly url: string;
  /** The value of the header. */
  readonly authorization: string;
}

/** The address names the project, because the key in the header opens that project alone. */
export function hookUrl(port: number, host: string, root: string): string {
  return `http://127.0.0.1:${port}/v1/hooks/${host}?root=${encodeURIComponent(root)}`;
}

/** True for the hook address of a Whetstone server at any port, for any project. */
export function isHookUrl(url: string): boolean {
  return /^http:\/\/127\.0\.0\.1:\d{1,5}\/v1\/hooks\/[a-z-]{1,40}\?root=/.test(url);
}

/**
 * Whetstone's HTTP hooks in an agent's settings file. Empty also when the file cannot be read: a hook must
 * not fail. `doctor` reads the same file and reports what is wrong with it.
 */
export function httpHooksIn(settingsFile: string): readonly HttpHook[] {
  try {
    const bytes = readIfThere(settingsFile, agentSettings);
    return bytes === undefined ? [] : hooksOf(JSON.parse(bytes.toString("utf8")));
  } catch {
    return [];
  }
}

function hooksOf(settings: unknown): readonly HttpHook[] {
  const groups = Object.values(asFields(asFields(settings).hooks)).flatMap(listOf);
  return groups
    .flatMap((group) => listOf(asFields(group).hooks))
    .flatMap((hook) => {
      const { url, headers } = asFields(hook);
      if (typeof url !== "string" || !isHookUrl(url)) return [];
      return [{ url, authorization: String(asFields(headers).Authorization ?? "") }];
    });
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
