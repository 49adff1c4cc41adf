import { maskSecrets, secretMask } from "../../text/mask-secrets.js";

const named = "(?:pass(?:word|wd)?|secret|token|api[-_]?key|authorization|credentials?)";

/** `password=…`, `--token …`, `Authorization: Bearer …`: the name stays. */
const assigned: readonly RegExp[] = [
  new RegExp(`(--?\\w{0,20}${named} +["']?)[^\\s"'&;|-][^\\s"'&;|]{5,}`, "gi"),
  new RegExp(`(${named}["']?\\s?[=:]\\s?["']?(?:bearer |basic )?)[^\\s"'&;|]{6,}`, "gi"),
];

/**
 * A text without what belongs to one person or machine: the project's folder, home folders, mail addresses
 * and secrets.
 */
export function masked(text: string, root = ""): string {
  const local = root === "" ? text : text.replaceAll(`${root}/`, "").replaceAll(root, ".");
  const plain = maskSecrets(local)
    .replace(/(?:\/Users|\/home|\/var\/home)\/[^/\s"'`:]{1,60}/g, "~")
    .replace(/\b[A-Z]:\\Users\\[^\\\s"'`:]{1,60}/gi, "~")
    .replace(/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+\b/g, "[mail]");
  return assigned.reduce((rest, pattern) => rest.replace(pattern, `$1${secretMask}`), plain);
}
