import type { ComponentChildren } from "preact";
import { type Said, useActs } from "./acts.js";
import type { PageState } from "./page-state.js";
import { addressOf, type ViewName, viewNames } from "./place.js";
import { views } from "./views.js";

interface FrameProps {
  readonly state: PageState;
  /** What the page is up to: that the server is gone, or that a view could not be read. */
  readonly notice: string | null;
  readonly said: Said | null;
  readonly children?: ComponentChildren;
}

/** What stands around every view: the project, the navigation, and what is wrong, if anything. */
export function Frame({ state, notice, said, children }: FrameProps) {
  const { place } = state;
  return (
    <>
      <a class="skip" href="#view">
        Skip to the view
      </a>
      <header class="top">
        <a class="brand" href={addressOf({ project: place.project })}>
          <Mark />
          <span>Whetstone</span>
        </a>
        <ProjectSwitch state={state} />
        <nav aria-label="Views">
          {viewNames
            .filter((view) => isListed(view, state))
            .map((view) => (
              <a
                key={view}
                href={addressOf({ project: place.project, view })}
                aria-current={view === place.view ? "page" : undefined}
              >
                {views[view].title}
              </a>
            ))}
        </nav>
      </header>
      <p class="notice" role="status" hidden={notice === null}>
        {notice}
      </p>
      <main id="view" tabIndex={-1} class={`view-${place.view}`}>
        {children}
      </main>
      <SaidLine said={said} />
    </>
  );
}

/** A view that would be empty is listed only while it is open. */
function isListed(view: ViewName, { hub = false, hasPolicy = true, place }: PageState): boolean {
  if (view === "health") return !hub;
  return view !== "policy" || hasPolicy || place.view === "policy";
}

/** What the last decision did, and the way back from it. */
function SaidLine({ said }: Pick<FrameProps, "said">) {
  const { say, reload } = useActs();
  const undo = async () => {
    try {
      await said?.undo?.();
      say({ text: "Taken back." });
      await reload();
    } catch (error) {
      say({ text: (error as Error).message });
    }
  };
  return (
    <div class="toast" role="status" hidden={said === null}>
      <span>{said?.text}</span>
      {said?.undo === undefined ? null : (
        <button type="button" class="quiet" onClick={undo}>
          Undo
        </button>
      )}
    </div>
  );
}

function ProjectSwitch({ state: { projects, place } }: Pick<FrameProps, "state">) {
  const current = projects.find(({ address }) => address === place.project);
  if (projects.length < 2) return <span class="project">{current?.name ?? place.project}</span>;
  return (
    <details class="project">
      <summary>
        <span class="unseen">Project: </span>
        {current?.name ?? place.project}
      </summary>
      <ul>
        {projects.map(({ name, address, root }) => (
          <li key={address}>
            <a
              href={addressOf({ project: address, view: place.view })}
              title={root}
              aria-current={address === place.project ? "true" : undefined}
              data-whole
            >
              {name}
              {name === address ? null : <small>{root}</small>}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A blade on a stone. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 14 19 3l2 3L8 16z" />
      <rect x="2" y="18" width="20" height="3.5" rx="1.2" />
    </svg>
  );
}
