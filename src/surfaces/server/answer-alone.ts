import { homedir } from "node:os";
import { loadHosts } from "../../agents/agent.js";
import { agents } from "../../agents/agents.js";
import {
  agentEntry,
  environmentFrom,
  sessionFolderIn,
  type Variables,
} from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { foldersPlace, teamsPlace } from "../../base/project/places.js";
import { serverPlaces } from "../../base/project/server-places.js";
import { SessionBeginnings } from "../../base/project/session-beginnings.js";
import { hostSpeaker } from "../../verbs/call/speaker.js";
import { openProject } from "../../verbs/open/open-whetstone.js";
import { WarmProjects } from "../../verbs/open/warm-projects.js";
import { hostOf } from "./call-host.js";
import { eventOf, noteServerLoss } from "./server-files.js";

export interface LoneCall {
  readonly host: string;
  readonly payload: unknown;
  /** Of the agent. */
  readonly env: Variables;
}

/**
 * Answers an event as the server would, in this process: for a call that is about to run while no server has
 * come up. What only the memory of a server holds is not known here, which makes it stricter.
 */
export async function answerAlone({ host, payload, env }: LoneCall): Promise<unknown> {
  const known = hostOf(await loadHosts(agents), host);
  if (known === undefined)
    throw new WhetstoneError("not_found", `there is no host '${host}'`, { field: "host" });
  const user = { env, platform: process.platform, home: environmentFrom(env).home ?? homedir() };
  const places = serverPlaces(user);
  const own = { env, origin: "tool:server", answersHooks: true, byLastSettings: true };
  const projects = new WarmProjects({
    idleMs: 0,
    clock: Date.now,
    home: user.home,
    folders: foldersPlace(user),
    teams: teamsPlace(user),
    open: (root, as) => openProject({ root, ...own }, as),
  });
  const lease = projects.lease();
  try {
    const open: Parameters<typeof known.handle>[1] = (root, as) => lease.open(root, hostSpeaker(host), as);
    const { body } = await known.handle(payload, open, {
      entry: agentEntry(env),
      startedIn: sessionFolderIn(env),
      beginnings: new SessionBeginnings(places.sessions),
      lost: (reason, wentOn) =>
        noteServerLoss(places, `hooks/${host}`, reason, wentOn ? eventOf(payload) : undefined),
      postFault: () => undefined,
      missedPosts: () => undefined,
    });
    return body;
  } finally {
    lease.release();
    await projects.close();
  }
}
