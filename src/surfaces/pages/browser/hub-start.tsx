import { render } from "preact";
import { addressOf, placeOf } from "../place.js";
import { App } from "./app.js";
import { HubDoor } from "./hub-door.js";
import { keepKey, keysHere } from "./hub-keys.js";

/** A hub's page: the app for whoever has a key of the project here, else the door. */
export function startOnHub(page: HTMLElement): void {
  const place = placeOf(location.pathname, location.search);
  const keys = keysHere();
  const names = Object.keys(keys);
  page.textContent = "";
  if (place === undefined || keys[place.project] === undefined) {
    render(<HubDoor projects={names} signIn={signIn} />, page);
    return;
  }
  const projects = names.map((name) => ({ name, address: name, root: name }));
  const state = { place, root: place.project, projects, hub: true, data: undefined, seq: 0, fault: null };
  render(<App initial={state} />, page);
}

interface Me {
  readonly member: string;
  readonly kind: string;
  readonly project: string;
}

/** Asks the hub whose key it is. Fails with what to tell the person. */
async function signIn(text: string): Promise<void> {
  const key = text.trim();
  if (!/^whet_[\w-]{20,100}$/.test(key))
    throw new Error("That is not a whole key. Copy all of it, from 'whet_' on.");
  const answer = await fetch("/v1/me", { headers: { authorization: `Bearer ${key}` } });
  if (answer.status === 429) throw new Error("Too many wrong keys from this address. Wait a minute.");
  if (!answer.ok) throw new Error("The hub does not know this key, or it has expired or was revoked.");
  const { kind, project }: Me = await answer.json();
  if (kind !== "person")
    throw new Error("This key is for an agent or a pipeline. A person signs in with a key of their own.");
  keepKey(project, key);
  const wanted = placeOf(location.pathname, location.search);
  location.assign(wanted?.project === project ? location.href : addressOf({ project, view: "team" }));
  if (wanted?.project === project) location.reload();
}
