import type { PastRulesSeen } from "../../../lessons/directive/bound/rule-rows.js";
import type { DoctorResult } from "../../../verbs/doctor/check.js";
import { routeOf } from "../../../verbs/frame/names.js";
import type { Call } from "../call.js";
import { dropKey } from "./hub-keys.js";
import { pageHeader, pageKey } from "./page-key.js";

/** The server does not know this page: its sign-in has ended. */
export class SignedOut extends Error {
  constructor(
    text = "You are signed out. Run 'whetstone open' in a terminal, and go on in the page that it opens.",
  ) {
    super(text);
  }
}

type Failure = { readonly error?: { readonly message?: string; readonly next?: string } };

/** Verbs over HTTP, for the project in this folder. Fails with the words of the server. */
export function httpCall(root: string): Call {
  return (verb, input, onProgress) => post(routeOf(verb), { ...input, root }, onProgress);
}

/** Has this machine's server exchange a shared project with its hub. */
export async function exchangeNow(root: string): Promise<void> {
  await post("team/exchange", { root });
}

/** Has this machine's server read the instruction files and the past sessions. */
export function pastRules(root: string): Promise<PastRulesSeen> {
  return post("rules/past", { root });
}

/** Has this machine's server look at the setup of agents and at itself. */
export function machineChecks(root: string): Promise<DoctorResult> {
  return post("doctor/machine", { root });
}

async function post(route: string, input: object, onProgress?: Parameters<Call>[2]) {
  const answer = await fetch(`/v1/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json", [pageHeader]: pageKey() },
    body: JSON.stringify(input),
  });
  if (answer.status === 401) throw new SignedOut();
  const isStream = answer.headers.get("content-type")?.startsWith("application/x-ndjson") === true;
  const body = isStream ? await lastLine(answer, onProgress) : await answer.json();
  if (!answer.ok || (isStream && "error" in body)) throw new Error(messageOf(body));
  return body;
}

/** The same on a hub, with the key of the project. */
export function hubCall(project: string, key: string): Call {
  return async (verb, input) => {
    const answer = await fetch(`/v1/projects/${encodeURIComponent(project)}/${routeOf(verb)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(input),
    });
    if (answer.status === 401) {
      dropKey(project);
      throw new SignedOut("Your key no longer opens this project. Load the page again to give another one.");
    }
    const body = await answer.json();
    if (!answer.ok) throw new Error(messageOf(body));
    return body;
  };
}

/** What a long call answers in the end; the lines before say how far it has come. */
async function lastLine(answer: Response, onProgress: Parameters<Call>[2] = () => undefined) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    text += part.value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const { done, of, answer: result } = JSON.parse(line);
      if (result !== undefined) return result;
      onProgress(done, of);
    }
  }
  throw new Error("the server went away before it was done");
}

function messageOf({ error }: Failure): string {
  const { message = "the server did not say what went wrong", next } = error ?? {};
  return next === undefined ? message : `${message}: ${next}`;
}
