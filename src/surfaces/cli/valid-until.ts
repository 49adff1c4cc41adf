/** How long a key is valid, to the day. */
export function validUntil(expiresAt: string | null): string {
  return expiresAt === null ? "valid forever" : `valid until ${expiresAt.slice(0, 10)}`;
}
