import type { Whetstone } from "../../verbs/open/whetstone.js";

/** A JSON schema as it goes over the wire. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Who calls: the agent's name, and the origin of every text that it brings in. */
export interface ToolCaller {
  readonly actor: string;
  readonly origin: string;
}

export interface ToolCall {
  readonly ws: Whetstone;
  readonly who: ToolCaller;
}

export interface Tool {
  readonly name: string;
  readonly about: string;
  /** Changes nothing that was learned or decided. */
  readonly readOnly: boolean;
  readonly inputSchema: JsonSchema;
  /** Undefined where the listing leaves it out; the answer has the same structure. */
  readonly outputSchema: JsonSchema | undefined;
  /** The verb's own name for an argument, if it is not just another spelling. */
  readonly doorNames: Readonly<Record<string, string>>;
  /** The arguments in their checked form; throws an error that names the one at fault. */
  readonly admit: (input: unknown) => Admitted;
}

interface Admitted {
  readonly project: string | undefined;
  readonly agent: string | undefined;
  /** Does the work: the structured answer, and the text for hosts that show only that. */
  readonly run: (call: ToolCall) => Promise<{ readonly result: object; readonly text: string }>;
}
