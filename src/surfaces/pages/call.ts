import type { Input, Result, VerbName } from "../../verbs/frame/handle.js";

/** Calls a verb of the project that the page is about: in the server directly, in the browser over HTTP. */
export type Call = <Name extends VerbName>(
  verb: Name,
  input: Input<Name>,
  /** How far a long call has come; few have anything to say. */
  onProgress?: (done: number, of: number) => void,
) => Promise<Result<Name>>;
