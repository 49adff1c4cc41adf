/** The same value, read only at every depth: what a verb answers is not the caller's to change. */
export type Immutable<T> = T extends readonly unknown[]
  ? { readonly [Index in keyof T]: Immutable<T[Index]> }
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;
