import { maskSecrets, secretMask } from "./mask-secrets.js";

const named = [
  "pass(?:word|wd)?",
  "secret(?:[-_]access[-_]key|[-_]key)?",
  "token",
  "authorization",
  "credentials?",
  "(?:api|session|private|signing|encryption|access)[-_]?key",
].join("|");
const value = String.raw`(?!\[secret removed\])[^\s"'&;|$-][^\s"'&;|]{5,}`;

/** `password=…`, `--token …`, `Authorization: Bearer …`, `-u name:word`: what stands before it stays. */
const assigned: readonly RegExp[] = [
  new RegExp(`(--?\\w{0,20}(?:${named}) +["']?)${value}`, "gi"),
  new RegExp(`((?:${named})["']?\\s?[=:]\\s?["']?(?:bearer |basic )?)${value}`, "gi"),
  new RegExp(`(\\bset \\w{0,40}(?:${named}) )${value}`, "gi"),
  /((?:^|\s)(?:curl|wget|http)\b[^|;&\n]{0,200} (?:-u|--user) )[^\s:"']{1,60}:[^\s"']{3,}/g,
  /(\b(?:sshpass|docker login|podman login|mysql|psql)\b[^|;&\n]{0,200} -p ?)(?!\[secret)[^\s-][^\s]{3,}/g,
  /(:\/\/:)[^\s:/@[]{3,200}(?=@)/g,
  /(\bhooks\.slack\.com\/|\bdiscord(?:app)?\.com\/api\/webhooks\/)(?!\[secret)[^\s"']+/g,
];

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
  const open = assigned.reduce(
    (rest, pattern) => rest.replace(pattern, `$1${secretMask}`),
    maskSecrets(inFolder),
  );
  return hosts.reduce((rest, pattern) => rest.replace(pattern, "[host]"), open.replace(mail, "[mail]"));
}

/** Paths below the project's folder start there; a folder whose name only begins like it is another. */
function relative(text: string, root: string): string {
  if (root === "" || !text.includes(root)) return text;
  const name = root.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`${name}/`, "g"), "").replace(new RegExp(`${name}(?![\\w.-])`, "g"), ".");
}
