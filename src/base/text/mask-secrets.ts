export const secretMask = "[secret removed]";

/** Keys and tokens by the form that their issuers give them, so that no ordinary word is taken for one. */
const secrets = [
  /\b(?:sk|pk|rk)[-_](?:[a-z0-9]+[-_])*[A-Za-z0-9]{16,}/g,
  /\b(?:gh[pousr]|github_pat|glpat|npm|hf|dop_v1|shpat|sq0atp)[-_][A-Za-z0-9_]{16,}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
  /(?<=:\/\/[^\s:/@]{1,100}:)[^\s:/@]{1,200}(?=@)/g,
];

/** A text without the keys and tokens in it: a lesson is shown to many, and a secret is for few. */
export function maskSecrets(text: string): string {
  return secrets.reduce((rest, pattern) => rest.replace(pattern, secretMask), text);
}
