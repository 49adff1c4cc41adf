import { useId, useState } from "preact/hooks";
import { addressOf } from "../place.js";

interface DoorProps {
  /** Those that this tab has a key of. */
  readonly projects: readonly string[];
  readonly signIn: (key: string) => Promise<void>;
}

/** Where a person comes in to a hub. */
export function HubDoor({ projects, signIn }: DoorProps) {
  const [key, setKey] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  return (
    <main class="door">
      <h1>Whetstone</h1>
      {projects.length === 0 ? null : (
        <ul>
          {projects.map((project) => (
            <li key={project}>
              <a href={addressOf({ project, view: "team" })}>{project}</a>
            </li>
          ))}
        </ul>
      )}
      <p>This is the hub of a team. Your key opens your project here; an admin of the team makes keys.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setFault(null);
          signIn(key).catch((error: unknown) => setFault((error as Error).message));
        }}
      >
        <label for={id}>Your key</label>
        <input
          id={id}
          type="password"
          value={key}
          autocomplete="off"
          required
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <button type="submit" class="main">
          Sign in
        </button>
      </form>
      {fault === null ? null : (
        <p class="refused" role="alert">
          {fault}
        </p>
      )}
      <p class="soft">It stays in this tab, and is gone when you close it or sign out.</p>
    </main>
  );
}
