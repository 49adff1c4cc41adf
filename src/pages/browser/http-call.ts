import { routeOf } from "../../verbs/frame/names.js";
import type { Call } from "../call.js";
import { pageHeader, pageKey } from "./page-key.js";

/** The server does not know this page: its sign-in has ended. */
export class SignedOut extends Error {
  constructor() {
    super("You are signed out. Run 'whetstone open' in a terminal, and go on in the page that it opens.");
  }
}

/** Verbs over HTTP, for the project in this folder. Fails with the words of the server. */
export function httpCall(root: string): Call {
  return async (verb, input) => {
    const answer = await fetch(`/v1/${routeOf(verb)}`, {
      method: "POST",
      headers: { "content-type": "application/json", [pageHeader]: pageKey() },
      body: JSON.stringify({ ...input, root }),
    });
    if (answer.status === 401) throw new SignedOut();
    const body = await answer.json();
    if (!answer.ok) throw new Error(messageOf(body));
    return body;
  };
}

function messageOf({ error }: { readonly error?: { readonly message?: string; readonly next?: string } }) {
  const { message = "the server did not say what went wrong", next } = error ?? {};
  return next === undefined ? message : `${message}: ${next}`;
}
