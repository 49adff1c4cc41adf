import { keepPageKey } from "./page-key.js";

/** The code that `whetstone open` put into the address; undefined without one. */
export function takeCode(): string | undefined {
  const code = /^#code=([0-9a-f]{32})$/.exec(location.hash)?.[1];
  // Before it is used: it must stand neither in the history nor in what the person copies.
  if (code !== undefined) history.replaceState(null, "", location.pathname + location.search);
  return code;
}

/** Turns the code into a sign-in, and opens the project that it was asked for. */
export async function signIn(code: string): Promise<void> {
  const answer = await fetch("/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });
  const body = await answer.json();
  if (!answer.ok) return refused();
  keepPageKey(body.key);
  location.replace(body.address);
}

function refused(): void {
  const door = document.getElementById("door");
  if (door !== null)
    door.textContent =
      "This address has been used, or it is older than a minute. Run 'whetstone open' again for a new one.";
}
