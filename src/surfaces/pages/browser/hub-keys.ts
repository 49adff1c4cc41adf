const place = "whetstone-hub-keys";

/** Keys of this tab, by the project that each opens. They go with the tab, and no request sends them by itself. */
export function keysHere(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "{}");
  } catch {
    return {};
  }
}

export function keepKey(project: string, key: string): void {
  sessionStorage.setItem(place, JSON.stringify({ ...keysHere(), [project]: key }));
}

export function dropKey(project: string): void {
  const { [project]: _dropped, ...rest } = keysHere();
  sessionStorage.setItem(place, JSON.stringify(rest));
}
