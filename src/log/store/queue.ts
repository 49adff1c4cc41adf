/**
 * Runs asynchronous jobs one after the other, in the order they came. A failed job does not stop the next.
 */
export class Queue {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(job, job);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
