/** The header that every call of a page carries. */
export const pageHeader = "x-whetstone-page";

const place = "whetstone-page";

/**
 * The second half of a sign-in. The cookie goes to every port of this machine; what is stored here stays with
 * this one.
 */
export function pageKey(): string {
  return localStorage.getItem(place) ?? "";
}

export function keepPageKey(key: string): void {
  localStorage.setItem(place, key);
}
