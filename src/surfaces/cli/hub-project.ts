import { environmentFrom, environmentName, type Variables } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import type { HttpHub } from "../server/http-hub.js";

/** A hub and the key for it, from the environment alone: no file of a clone decides where a key is sent. */
interface NamedHub {
  readonly url: string;
  readonly key: string;
  /** The project that the caller expects the key to open; whichever it is, if undefined. */
  readonly project: string | undefined;
}

/** The hub that the environment names; undefined where it names none. */
export function hubIn(env: Variables): NamedHub | undefined {
  const { hub, hubKey } = environmentFrom(env);
  if (hub === undefined && hubKey === undefined) return undefined;
  if (hub === undefined || hubKey === undefined) throw halfNamed(hub === undefined);
  return { url: hub, key: hubKey, project: env[environmentName("project")] || undefined };
}

/** A project on a hub: verbs are called there, and nothing is kept on this machine. */
export class HubProject {
  readonly #named: NamedHub;
  #opened: Promise<HttpHub> | undefined;

  constructor(named: NamedHub) {
    this.#named = named;
  }

  async call(name: string, input: unknown): Promise<unknown> {
    try {
      this.#opened ??= this.#open();
      return await (await this.#opened).callVerb(name, input);
    } catch (error) {
      if (!(error instanceof WhetstoneError) || error.code !== "unreachable") throw error;
      throw new WhetstoneError("unreachable", error.message, {
        next: "nothing is known to be recorded: try again later, with the same --key if you gave one",
        cause: error,
      });
    }
  }

  // biome-ignore lint/correctness/useYield: a hub answers at once, so there is nothing to pass on by and by.
  async *stream(name: string): AsyncGenerator<unknown> {
    throw new WhetstoneError("invalid_usage", `'${name}' is not called on a hub from the command line`);
  }

  async close(): Promise<void> {
    return undefined;
  }

  async #open(): Promise<HttpHub> {
    const { HttpHub } = await import("../server/http-hub.js");
    const { hubAddress } = await import("../../hub/rights/hub-address.js");
    const { version } = await import("../../base/version.js");
    const url = hubAddress(this.#named.url);
    const { key, project } = this.#named;
    const { project: opens } = await new HttpHub({ url, key, version }).whoAmI();
    if (project !== undefined && project !== opens) throw otherProject(project, opens);
    return new HttpHub({ url, key, version, project: opens });
  }
}

function halfNamed(hubIsMissing: boolean): WhetstoneError {
  const [there, missing] = hubIsMissing
    ? ["WHETSTONE_KEY", "WHETSTONE_HUB"]
    : ["WHETSTONE_HUB", "WHETSTONE_KEY"];
  return new WhetstoneError("invalid_usage", `${there} is set and ${missing} is not. Nothing was recorded.`, {
    field: missing,
    next: `set both to record on a hub (a secret may be empty in this job), or unset ${there}`,
  });
}

function otherProject(wanted: string, opens: string): WhetstoneError {
  return new WhetstoneError("not_allowed", `the key opens '${opens}', and WHETSTONE_PROJECT is '${wanted}'`, {
    field: "WHETSTONE_PROJECT",
    next: `use a key for '${wanted}', or leave WHETSTONE_PROJECT out: a key opens one project`,
  });
}
