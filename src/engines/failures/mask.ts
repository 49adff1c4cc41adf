/** Secrets by the shapes that their issuers give them. */
const secrets: readonly RegExp[] = [
  /\b(?:sk|pk|rk)[-_](?:live|test|ant|proj)?[-_]?[A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}/g,
  /\bxox[abprs]-[\w-]{10,}|\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/g,
  /-----BEGIN [A-Z ]{3,40}-----[\s\S]{0,4000}?(?:-----END [A-Z ]{3,40}-----|$)/g,
];

/** `password=…`, `--token …`, `Authorization: Bearer …`: the name stays. */
const assigned =
  /((?:pass(?:word|wd)?|secret|token|api[-_]?key|authorization|credential)s?["']?\s*(?:=|:\s?|\s)\s*(?:bearer |basic )?["']?)([^\s"'&;|]{6,})/gi;

/**
 * A text without what belongs to one person or machine: the project's folder, home folders, mail addresses,
 * credentials in addresses, and secrets.
 */
export function masked(text: string, root = ""): string {
  const local = root === "" ? text : text.replaceAll(`${root}/`, "").replaceAll(root, ".");
  const plain = local
    .replace(/(?:\/Users|\/home|\/var\/home)\/[^/\s"'`:]{1,60}/g, "~")
    .replace(/\b[A-Z]:\\Users\\[^\\\s"'`:]{1,60}/gi, "~")
    .replace(/(\w{2,10}:\/\/)[^/\s:@]{1,100}:[^/\s@]{1,200}@/g, "$1<secret>@")
    .replace(/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+\b/g, "<mail>");
  const unassigned = plain.replace(assigned, "$1<secret>");
  return secrets.reduce((result, secret) => result.replace(secret, "<secret>"), unassigned);
}
