const secretMask = "[secret removed]";

/** Keys and tokens by the form that their issuers give them, so that no ordinary word is taken for one. */
const secrets = [
  /\b(?:sk|pk|rk)[-_](?:[a-z0-9]+[-_])*[A-Za-z0-9]{16,}/g,
  /\b(?:gh[pousr]|github_pat|glpat|npm|hf|dop_v1|shpat|sq0atp)[-_][A-Za-z0-9_]{16,}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
  /(?<=:\/\/[^\s:/@]{1,100}:)[^\s:/@]{1,200}(?=@)/g,
];

const named = [
  "pass(?:word|wd)?",
  "secret(?:[-_]access[-_]key|[-_]key)?",
  "token",
  "authorization",
  "credentials?",
  "(?:api|session|private|signing|encryption|access|account)[-_]?key",
].join("|");
const anything = String.raw`(?!\[secret removed\])[^\s"'&;|$-][^\s"'&;|]{5,}`;
const withDigit = String.raw`(?=[^\s"'&;|]{0,200}\d)${anything}`;
const lettersAndDigits = String.raw`(?=[^\s"'&;|]{0,200}[a-z])${withDigit}`;

/** `password=…`, `--token …`, `Authorization: Bearer …`, `-u name:word`: what stands before it stays. */
const places = (value: string): readonly RegExp[] => [
  new RegExp(`(--?\\w{0,20}(?:${named}) +["']?)${value}`, "gi"),
  new RegExp(`((?:${named})["']?\\s?[=:]\\s?["']?(?:bearer |basic )?)${value}`, "gi"),
  new RegExp(`(\\bset \\w{0,40}(?:${named}) )${value}`, "gi"),
  new RegExp(`(\\b(?:${named}|key) (?:is )?["'\`]?)${lettersAndDigits}`, "gi"),
  new RegExp(`([?&](?:\\w{1,10}-)*sig(?:nature)?=)${value}`, "gi"),
  /((?:^|\s)(?:curl|wget|http)\b[^|;&\n]{0,200} (?:-u|--user) )[^\s:"']{1,60}:[^\s"']{3,}/g,
  /(\b(?:sshpass|docker login|podman login|mysql|psql)\b[^|;&\n]{0,200} -p ?)(?!\[secret)[^\s-][^\s]{3,}/g,
  /(:\/\/:)[^\s:/@[]{3,200}(?=@)/g,
  /(:\/\/)(?=[^\s:/@]{0,200}\d)[^\s:/@[]{16,200}(?=@)/g,
  /(\bcookie["']?: ?)(?!\[secret)[^"'\n]{6,}/gi,
  /(\bhooks\.slack\.com\/|\bdiscord(?:app)?\.com\/api\/webhooks\/)(?!\[secret)[^\s"']+/g,
];
const inCalls = places(anything);
const inProse = places(withDigit);

/** A call, or what it printed, without secrets: what stands where one belongs is one. */
export function maskSecretsOfCall(text: string): string {
  return maskedAt(inCalls, text);
}

function maskedAt(patterns: readonly RegExp[], text: string): string {
  const open = secrets.reduce((rest, pattern) => rest.replace(pattern, secretMask), text);
  return patterns.reduce((rest, pattern) => rest.replace(pattern, `$1${secretMask}`), open);
}

/**
 * A text of people without the keys and tokens in it: a lesson is shown to many, and a secret is for few. A word
 * without a digit is an ordinary one, wherever it stands: "never log a password: mask it".
 */
export function maskSecrets(text: string): string {
  return maskedAt(inProse, text);
}
