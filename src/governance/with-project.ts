import type { Whetstone } from "../compose/whetstone.js";
import { type ProjectSource, projectHandle } from "../swarm/project-handle.js";

/** Works on a project that is open, or opens one for this piece of work and closes it however that ends. */
export async function withProject<T>(
  source: ProjectSource | undefined,
  work: (ws: Whetstone) => Promise<T>,
): Promise<T> {
  const handle = projectHandle(source);
  try {
    return await work(await handle.get());
  } finally {
    await handle.close();
  }
}
