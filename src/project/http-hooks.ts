import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where an agent that speaks HTTP itself reaches the local server, and what it shows there. */
export interface HttpHook {
  readonly url: string;
  /** The whole header. */
  readonly authorization: string;
}

/** The agents that post their events themselves, and the file in a project that tells them where. */
const settingsFiles: Readonly<Record<string, string>> = { "claude-code": ".claude/settings.local.json" };

export function settingsFileOf(host: string, root: string): string | undefined {
  const file = settingsFiles[host];
  return file === undefined ? undefined : join(root, file);
}

/** The address for one project: what is shown there opens that project alone, so it has to be named. */
export function hookUrl(port: number, host: string, root: string): string {
  return `http://127.0.0.1:${port}/v1/hooks/${host}?root=${encodeURIComponent(root)}`;
}

/** Ours, at whichever port and for whichever project. */
export function isHookUrl(url: string): boolean {
  return /^http:\/\/127\.0\.0\.1:\d{1,5}\/v1\/hooks\/[a-z-]{1,40}\?root=/.test(url);
}

/**
 * What the settings of an agent in this project say of us; empty when they have no such hooks or cannot be
 * read. Hooks ask this, and must go on; `doctor` reads the same file once more, and tells what is wrong with
 * it.
 */
export function httpHooksIn(host: string, root: string): readonly HttpHook[] {
  const file = settingsFileOf(host, root);
  if (file === undefined) return [];
  try {
    return hooksOf(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [];
  }
}

function hooksOf(settings: unknown): readonly HttpHook[] {
  const groups = Object.values(fieldsOf(fieldsOf(settings).hooks)).flatMap(listOf);
  return groups
    .flatMap((group) => listOf(fieldsOf(group).hooks))
    .flatMap((hook) => {
      const { url, headers } = fieldsOf(hook);
      if (typeof url !== "string" || !isHookUrl(url)) return [];
      return [{ url, authorization: String(fieldsOf(headers).Authorization ?? "") }];
    });
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
