/** Does the work with the first call; every later one gets the same answer. */
export function once<T>(work: () => T): () => T {
  const done: { value?: { readonly of: T } } = {};
  return () => {
    done.value ??= { of: work() };
    return done.value.of;
  };
}
