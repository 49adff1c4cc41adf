/** More tasks than a long session plans. */
const kept = 1_000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * When the work on a task began, for swarms whose plan does not name the task. A task that was never planned
 * by its id began with the last plan without an id in its project.
 */
export class PlanTimes {
  readonly #named = new Set<string>();
  readonly #nameless = new Map<string, number>();

  note(root: string, task: string | undefined, now: number): void {
    if (task === undefined) this.#nameless.set(root, now);
    else this.#named.add(`${root}\n${task}`);
    for (const oldest of this.#named) if (this.#named.size > kept) this.#named.delete(oldest);
  }

  afterCall(verb: string, root: string, { taskId }: Fields, now: number): void {
    if (verb === "plan") this.note(root, typeof taskId === "string" ? taskId : undefined, now);
  }

  /** Adds the start of the work to the input of `complete`, if it has neither a start nor a duration. */
  complete(verb: string, root: string, input: Fields): Fields {
    const { task, durationMs, startedAt } = input;
    if (verb !== "complete" || durationMs !== undefined || startedAt !== undefined) return input;
    const began = typeof task === "string" ? this.startOf(root, task) : undefined;
    return began === undefined ? input : { ...input, startedAt: began };
  }

  /** Undefined when the task was planned by its id, since the log then has the time, or never planned. */
  startOf(root: string, task: string): string | undefined {
    const began = this.#named.has(`${root}\n${task}`) ? undefined : this.#nameless.get(root);
    return began === undefined ? undefined : new Date(began).toISOString();
  }
}
