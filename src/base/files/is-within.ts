import { isAbsolute, relative } from "node:path";

/** Whether a path is the folder or lies below it. Follows no links: where these matter, give real paths. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return (
    way === "" || (way !== ".." && !way.startsWith("../") && !way.startsWith("..\\") && !isAbsolute(way))
  );
}
