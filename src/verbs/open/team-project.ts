import { WhetstoneError } from "../../base/errors.js";
import { type JoinedHub, readTeamLink, type TeamLink, writeTeamLink } from "../../base/project/team-link.js";
import type { Joined, JoinPreview } from "../../hub/exchange/join-log.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import type { Context } from "../call/context.js";
import { isInFile } from "./choose-store.js";
import { contextFor } from "./context-for.js";
import { findProject } from "./find-project.js";
import type { OpenOptions } from "./open-options.js";
import { sharingOf } from "./sharing.js";

/** What would leave the machine, before a person says yes. */
export interface TeamPreview extends JoinPreview {
  readonly events: number;
  /** As they would be sent. */
  readonly examples: readonly RecordedEvent[];
}

type Options = Required<Pick<OpenOptions, "root" | "env">> & Pick<OpenOptions, "set">;

/** The project around a folder, as something that a person shares or stops sharing. */
export class TeamProject {
  readonly root: string;
  readonly key: string;
  /** Undefined if it was never shared. */
  readonly link: TeamLink | undefined;
  /** Where the link and the key are kept. */
  readonly teams: string;
  /** The hub that the project's file names; empty if none. */
  readonly namedHub: string;
  readonly #options: Options;
  readonly #data: string;

  constructor(options: Options) {
    const { places, identity, loaded } = findProject({ ...options, start: options.root });
    if (!isInFile(loaded)) throw notInFile();
    this.#options = options;
    this.#data = places.data;
    this.root = places.root;
    this.key = identity.key;
    this.teams = places.teams;
    this.namedHub = loaded.config.team.hub;
    this.link = readTeamLink(places);
  }

  get hub(): JoinedHub | undefined {
    return this.link?.hub ?? undefined;
  }

  async preview(hub: JoinedHub, examples: number): Promise<TeamPreview> {
    const context = contextFor(this.#options);
    try {
      const { joinExamples, previewJoin } = await import("../../hub/exchange/join-log.js");
      const sharing = sharingOf(context.loaded, hub, homeOf(context));
      const { ledger } = context;
      return {
        ...(await previewJoin(ledger, sharing)),
        events: await ledger.read((reader) => reader.head()),
        examples: await joinExamples(ledger, sharing, examples),
      };
    } finally {
      await context.close();
    }
  }

  /** Takes the log along. A program that has the project open uses the former log until it opens it again. */
  async join(hub: JoinedHub): Promise<Joined> {
    const { link = { log: this.key, former: [] } } = this;
    const former = [...link.former, link.log];
    const log = `${this.key}~${former.length}`;
    const joined: TeamLink = { root: this.root, data: this.#data, log, former, hub };
    const [from, to] = [contextFor(this.#options), contextFor(this.#options, { team: joined })];
    try {
      const { joinLog } = await import("../../hub/exchange/join-log.js");
      const sharing = sharingOf(to.loaded, hub, homeOf(to));
      const first = await joinLog(to, from.ledger, sharing);
      writeTeamLink(this.teams, joined);
      // What was recorded between the two.
      const { taken } = await joinLog(to, from.ledger, sharing);
      return { taken: first.taken + taken, leftOut: first.leftOut };
    } finally {
      await to.close();
      await from.close();
    }
  }

  /** Another key for the hub that is joined already. */
  renew(hub: JoinedHub): void {
    if (this.link !== undefined) writeTeamLink(this.teams, { ...this.link, hub });
  }

  /** Everything that is here stays; the key goes. Returns how many events there are. */
  async leave(): Promise<number> {
    const { link } = this;
    if (link === undefined) return 0;
    const context = contextFor(this.#options);
    try {
      const { leaveLog } = await import("../../hub/exchange/join-log.js");
      const events = await leaveLog(context);
      writeTeamLink(this.teams, { ...link, hub: null });
      return events;
    } finally {
      await context.close();
    }
  }
}

function homeOf({ env }: Context): string {
  return env.HOME ?? "";
}

function notInFile(): WhetstoneError {
  return new WhetstoneError("invalid_usage", "what is learned here is not in a file of this machine", {
    next: "unset WHETSTONE_STORE_URL and store.kind: a program that writes to the hub's database needs no hub",
  });
}
