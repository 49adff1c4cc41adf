import type { InspectOptions, ReadTransaction, Store, TurnOptions, WriteTransaction } from "./store.js";

export interface LazyStoreOptions {
  readonly kind: string;
  /** See `Store.location`. */
  readonly location: string | undefined;
  readonly open: () => Promise<Store>;
}

/** Loads the code of a store at its first use: most commands do not need it. */
export class LazyStore implements Store {
  readonly kind: string;
  readonly location: string | undefined;
  readonly #open: () => Promise<Store>;
  #opening: Promise<Store> | undefined;
  #opened: Store | undefined;
  #closed = false;

  constructor({ kind, location, open }: LazyStoreOptions) {
    this.kind = kind;
    this.location = location;
    this.#open = open;
  }

  get replacements(): number {
    return this.#opened?.replacements ?? 0;
  }

  async read<T>(
    project: string,
    work: (tx: ReadTransaction) => Promise<T>,
    options?: TurnOptions,
  ): Promise<T> {
    return (await this.#store()).read(project, work, options);
  }

  async write<T>(
    project: string,
    work: (tx: WriteTransaction) => Promise<T>,
    options?: TurnOptions,
  ): Promise<T> {
    return (await this.#store()).write(project, work, options);
  }

  async inspect(options?: InspectOptions) {
    return (await this.#store()).inspect(options);
  }

  async backUp() {
    return (await this.#store()).backUp();
  }

  async scrub() {
    return (await this.#store()).scrub();
  }

  async isScrubOwed() {
    return (await (await this.#store()).isScrubOwed?.()) ?? false;
  }

  async restore(project: string, backup?: string) {
    return (await this.#store()).restore(project, backup);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#opening?.catch(() => undefined))?.close();
  }

  #store(): Promise<Store> {
    this.#opening ??= this.#openNow();
    return this.#opening;
  }

  async #openNow(): Promise<Store> {
    const store = await this.#open();
    this.#opened = store;
    // The store itself decides which calls a closed store allows.
    if (this.#closed) await store.close();
    return store;
  }
}
