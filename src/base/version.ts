/** Put in by the build; sources that run unbuilt, as in tests, have no version. */
declare const __VERSION__: string | undefined;

/** Put in by the build: a digest of what it was made of. */
declare const __SOURCES__: string | undefined;

/** Put in by the build: when it was made, ISO 8601. */
declare const __BUILT_AT__: string | undefined;

/** The same for two programs only if they do the same. */
const build: string = typeof __SOURCES__ === "string" ? __SOURCES__ : "unbuilt";

export const version: string = typeof __VERSION__ === "string" ? __VERSION__ : "unbuilt";

/** One build of this program. Builds that lie between two releases have the same version. */
export interface Build {
  readonly version: string;
  /** Of which sources it was made; servers of earlier versions do not say. */
  readonly build?: string | undefined;
  /** ISO 8601; undefined for unbuilt sources. */
  readonly builtAt?: string | undefined;
}

export const thisBuild: Build = {
  version,
  build,
  builtAt: typeof __BUILT_AT__ === "string" ? __BUILT_AT__ : undefined,
};
