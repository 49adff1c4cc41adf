import { createHmac } from "node:crypto";

/**
 * What an agent shows that keeps it in a project's settings, where more people and programs read than in the
 * token's own file. It opens the hooks of one host for one project and nothing else, and tells nothing about
 * the token that it is made from.
 */
export function hookKey(token: string, host: string, root: string): string {
  return createHmac("sha256", token).update(`hook\0${host}\0${root}`).digest("hex");
}
