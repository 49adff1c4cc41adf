/** An address as it may be shown: `postgres://ada:secret@host/db` without the secret. */
export function withoutPassword(url: string): string {
  return url
    .replace(/^([a-z]+:\/\/[^/@:]*):[^/]*@/i, "$1@")
    .replace(/([?&](?:password|sslpassword)=)[^&]*/gi, "$1…");
}
