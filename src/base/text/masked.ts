import { maskSecretsOfCall } from "./mask-secrets.js";

/** Folders of one person or of one boot of a machine, with what stands for them. */
const folders: readonly (readonly [RegExp, string])[] = [
  [/(["'`])(?:\/Users|\/home)\/[^/"'`\n]{1,60}(?=\/)/g, "$1~"],
  [/(?:\/mnt\/[a-z]|\b[A-Za-z]:)?(?:\/Users|\/home|\/var\/home)\/[^/\s"'`:]{1,60}/g, "~"],
  [/\b[A-Z]:\\Users\\[^\\\s"'`:]{1,60}/gi, "~"],
  [/(?<![\w./~-])\/root(?=\/)/g, "~"],
  [/(?:\/private)?\/var\/folders\/\w{2}\/\w{3,60}\/[A-Z](?=\/|\b)/g, "/tmp"],
];

/** A domain ends in letters: `package@1.2.0` is a version. */
const mail =
  /\b(?!git@)[\w.+-]{1,64}@(?:(?:\d{1,3}\.){3}\d{1,3}|[\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.[a-z]{2,24})\b/gi;
/** Machines inside a network: by an address that is not this machine's, or by a name of that network. */
const hosts: readonly RegExp[] = [
  /(?<=\/\/)(?!127\.|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}\b/g,
  /(?<=\/\/|[\s@"'=]|^)[\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.(?:internal|corp|lan|intranet)\b/g,
];

/**
 * A text without what belongs to one person or machine: the project's folder, home folders, mail addresses,
 * hosts of a network and secrets.
 */
export function masked(text: string, root = ""): string {
  const inFolder = folders.reduce(
    (rest, [pattern, name]) => rest.replace(pattern, name),
    relative(text, root),
  );
  const open = maskSecretsOfCall(inFolder);
  return hosts.reduce((rest, pattern) => rest.replace(pattern, "[host]"), open.replace(mail, "[mail]"));
}

/** Paths below the project's folder start there; a folder whose name only begins like it is another. */
function relative(text: string, root: string): string {
  if (root === "" || !text.includes(root)) return text;
  const name = root.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`${name}/`, "g"), "").replace(new RegExp(`${name}(?![\\w.-])`, "g"), ".");
}
