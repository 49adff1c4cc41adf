/** Put in by the build; sources that run unbuilt, as in tests, have no version. */
declare const __VERSION__: string | undefined;

export const version: string = typeof __VERSION__ === "string" ? __VERSION__ : "unbuilt";
