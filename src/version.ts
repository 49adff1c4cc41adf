/** Put in by the build; sources that run unbuilt, as in tests, have no version. */
declare const __VERSION__: string | undefined;

/** Put in by the build: a digest of what it was made of. */
declare const __SOURCES__: string | undefined;

/** The same for two programs only if they do the same. */
export const build: string = typeof __SOURCES__ === "string" ? __SOURCES__ : "unbuilt";

export const version: string = typeof __VERSION__ === "string" ? __VERSION__ : "unbuilt";
