import { randomUUID } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { openWhetstone } from "../compose/open-whetstone.js";
import type { Variables } from "../config/environment.js";
import type { AgentSetup, SetupPlace } from "../setup/agent-setup.js";
import { ask } from "../setup/probe.js";
import type { Update } from "../terminal/progress.js";

/** Whether an agent is told what was learned, and why not. */
export interface Proof {
  readonly agent: string;
  /** Null where we do not know how to find out. */
  readonly verified: boolean | null;
  readonly why: string | null;
}

/** A server that starts on a busy machine may be late for one hook; the next one finds it. */
const attempts = 3;

/**
 * Writes a lesson and asks for it as each agent would, by what stands in the agent's own settings. All of it
 * in a project made for this and deleted afterwards with its data: nothing of it may stay in the log of the
 * person's own project.
 */
export async function proveSetup(
  setups: readonly AgentSetup[],
  place: SetupPlace,
  env: Variables,
  update: Update,
): Promise<readonly Proof[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "whetstone-init-")));
  const key = `init-${randomUUID()}`;
  const made = [folder];
  try {
    const { text, data } = await writeLesson(folder, key, env);
    // Deleted only by the name that we made up: a setting may have put it beside other projects' data.
    if (data !== undefined && basename(data) === key) made.push(data);
    const proofs: Proof[] = [];
    for (const [index, setup] of setups.entries()) {
      update(index, setups.length);
      proofs.push(await prove(setup, place, { folder, text, env }));
    }
    return proofs;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return setups.map(({ name }) => ({ agent: name, verified: false, why }));
  } finally {
    for (const each of made) rmSync(each, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What an agent says first to an MCP server, and its question for tools. */
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

/** Starts the MCP server by the command that agents are given, and looks whether it lists its tools. */
export async function proveMcp({ mcp, root }: SetupPlace, env: Variables): Promise<Omit<Proof, "agent">> {
  if (mcp === undefined) return { verified: null, why: null };
  const input = hello.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const { stdout, fault } = await ask({ command: mcp.words, input }, root, env);
  const verified = stdout.includes('"plan_prompt"');
  return { verified, why: verified ? null : (fault ?? "it listed no tools") };
}

async function writeLesson(
  folder: string,
  project: string,
  env: Variables,
): Promise<{ text: string; data: string | undefined }> {
  const settings = { project, store: { folder: "data" } };
  writeFileSync(join(folder, "whetstone.json"), JSON.stringify(settings));
  const ws = await openWhetstone({ root: folder, env, origin: "human" });
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

interface Scratch {
  readonly folder: string;
  readonly text: string;
  readonly env: Variables;
}

async function prove(
  { name, probe }: AgentSetup,
  place: SetupPlace,
  { folder, text, env }: Scratch,
): Promise<Proof> {
  if (probe === undefined)
    return { agent: name, verified: null, why: "there is no way to ask as this agent does" };
  let why = "";
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const question = probe(place, folder, `${basename(folder)}-${name}-${attempt}`);
    if (question === undefined)
      return { agent: name, verified: false, why: "its settings hold no hook of ours" };
    const { stdout, fault } = await ask(question, folder, env);
    if (stdout.includes(text)) return { agent: name, verified: true, why: null };
    why = fault ?? "a lesson written now was not in the hook's answer";
  }
  return { agent: name, verified: false, why };
}
