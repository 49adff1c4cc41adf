import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setupCheckSession } from "../../agents/sessions.js";
import type { NamedSetup, SetupPlace } from "../../agents/setup/agent-setup.js";
import { runProbe } from "../../agents/setup/probe.js";
import type { Variables } from "../../base/config/environment.js";
import { accept } from "../../base/project/accepted.js";
import { forgetFolder } from "../../base/project/known-folder.js";
import type { Update } from "../../base/terminal/progress.js";
import { programSpeaker } from "../../verbs/call/speaker.js";
import { findProject } from "../../verbs/open/find-project.js";
import { openProject } from "../../verbs/open/open-whetstone.js";
import { placesIn } from "../server/running-server.js";

/** Whether a lesson reaches an agent, and why not. */
export interface Proof {
  readonly agent: string;
  /** Null where it cannot be verified. */
  readonly verified: boolean | null;
  readonly why: string | null;
}

export interface Proven {
  readonly proofs: readonly Proof[];
  readonly mcp: Omit<Proof, "agent">;
}

/** What ends with an error is tried again, as something else may have stood in its way for a moment. */
const attempts = 3;
/**
 * On a busy machine the server may start too late for the first hooks, which then say nothing; a later one finds
 * it. For all agents together: where one hears nothing, the others will not either.
 */
const longestSilenceMs = 20_000;
const pauseMs = 200;

/** Asks for a lesson as each agent would, and starts the MCP server. `update` reports the progress. */
export async function proveSetup(
  setups: readonly NamedSetup[],
  place: SetupPlace,
  env: Variables,
  update: Update,
  silentMs = longestSilenceMs,
): Promise<Proven> {
  const until = Date.now() + silentMs;
  const total = setups.length + (place.mcp === undefined ? 0 : 1);
  update(0, total);
  const proofs = await proveHooks(setups, place, { env, until }, (done) => update(done, total));
  const mcp = await proveMcp(place, env);
  update(total, total);
  return { proofs, mcp };
}

/**
 * Writes a lesson and asks for it by the command in each agent's own settings. All in a temporary project
 * that is deleted with its data: the log of the person's own project must not hold a made-up lesson.
 */
async function proveHooks(
  setups: readonly NamedSetup[],
  place: SetupPlace,
  { env, until }: Pick<TrialProject, "env" | "until">,
  onDone: (count: number) => void,
): Promise<readonly Proof[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "whetstone-init-")));
  const key = `init-${randomUUID()}`;
  const made = [folder];
  try {
    const { text, data } = await writeLesson(folder, key, env);
    // Deleted only under the made-up name: a setting may have put the data beside that of other projects.
    if (data !== undefined && basename(data) === key) made.push(data);
    const proofs: Proof[] = [];
    for (const setup of setups) {
      const trial = { folder, text, env, until };
      proofs.push(await provePost(setup, place, await proveCommand(setup, place, trial)));
      onDone(proofs.length);
    }
    return proofs;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return setups.map(({ name }) => ({ agent: name, verified: false, why }));
  } finally {
    forgetFolder(findProject({ start: place.root, env }).places.folders, folder);
    for (const each of made) rmSync(each, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function writeLesson(
  folder: string,
  project: string,
  env: Variables,
): Promise<{ readonly text: string; readonly data: string | undefined }> {
  // Whether the lesson arrives is the question, not how soon.
  const settings = { project, store: { folder: "data" }, insights: { briefLimitMs: 60_000 } };
  writeFileSync(join(folder, "whetstone.json"), JSON.stringify(settings));
  accept(findProject({ start: folder, env }).requested, "init", new Date().toISOString());
  // Whoever runs init, the lesson is one that a person could have written.
  const ws = openProject({ root: folder, env }).handle(programSpeaker("human", "init"));
  try {
    const text = `Say that the lesson of ${new Date().toISOString()} was found`;
    await ws.lessons.add({
      text,
      verificationChecks: ["it was found"],
      appliesToAgents: [ws.config.hosts.mainRole],
    });
    const { location } = (await ws.status()).store;
    return { text, data: location === null ? undefined : dirname(location) };
  } finally {
    await ws.close();
  }
}

interface TrialProject {
  readonly folder: string;
  readonly text: string;
  readonly env: Variables;
  /** Nobody waits longer for hooks that say nothing; epoch milliseconds. */
  readonly until: number;
}

async function proveCommand(
  { name, probe }: NamedSetup,
  place: SetupPlace,
  { folder, text, env, until }: TrialProject,
): Promise<Proof> {
  if (probe === undefined)
    return { agent: name, verified: null, why: "this agent offers no way to verify it" };
  const { failure } = await placesIn(env);
  let why = "";
  let isSilent = true;
  for (let attempt = 1; attempt <= attempts || (isSilent && Date.now() < until); attempt += 1) {
    const question = probe(place, folder, `${basename(folder)}-${name}-${attempt}`);
    if (question === undefined)
      return { agent: name, verified: false, why: "no Whetstone hook found in its settings" };
    const { stdout, fault } = await runProbe(question, folder, env);
    if (stdout.includes(text)) return { agent: name, verified: true, why: null };
    why = fault ?? "the answer to the hook did not hold a lesson that was just written";
    isSilent = fault === undefined && !existsSync(failure);
    await sleep(pauseMs);
  }
  return { agent: name, verified: false, why };
}

/** An agent that posts its events: one without effect must be accepted at the address in its settings. */
async function provePost(
  { name, trialPost }: NamedSetup,
  { root, http }: SetupPlace,
  proof: Proof,
): Promise<Proof> {
  if (http === undefined || trialPost === undefined || proof.verified !== true) return proof;
  const { pingHook } = await import("../server/hook-endpoint.js");
  const hook = http(name);
  if (await pingHook(hook, trialPost(root, setupCheckSession))) return proof;
  return { agent: name, verified: false, why: `posts to ${new URL(hook.url).host} are not answered` };
}

/** The first messages of an agent to an MCP server, and the request for its tools. */
const hello = [
  {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "whetstone-init", version: "1" },
    },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list", params: {} },
];

/** Starts the MCP server by the command in the agents' settings, and checks that it lists its tools. */
async function proveMcp({ mcp, root }: SetupPlace, env: Variables): Promise<Proven["mcp"]> {
  if (mcp === undefined) return { verified: null, why: null };
  const input = hello.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const { stdout, fault } = await runProbe({ command: mcp.words, input }, root, env);
  const verified = stdout.includes('"plan_prompt"');
  return { verified, why: verified ? null : (fault ?? "it listed no tools") };
}
