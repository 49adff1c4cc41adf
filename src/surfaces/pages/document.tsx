import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { Page } from "./page.js";
import type { PageProject, PageState } from "./page-state.js";
import { addressOf } from "./place.js";
import { views } from "./views.js";

/** The addresses of the script and the style; their names change with their content. */
export interface Assets {
  readonly script: string;
  readonly style: string;
}

/** A page as the server sends it: complete before any script runs. */
export function documentOf(state: PageState, assets: Assets): string {
  const name = state.projects.find(({ address }) => address === state.place.project)?.name ?? "";
  return html(`${views[state.place.view].title} – ${name}`, assets, <Page state={state} />, state);
}

/**
 * What anyone sees who has not signed in, and for a moment whoever comes with a code. Signed in, it lists the
 * projects.
 */
export function doorOf(projects: readonly PageProject[] | undefined, assets: Assets): string {
  return html("Whetstone", assets, <Door projects={projects} />);
}

/** What a hub sends to every browser; the script asks for the key, and then for everything else. */
export function hubDoorOf(assets: Assets): string {
  const told = (
    <main class="door">
      <h1>Whetstone</h1>
      <p id="hub">This is the hub of a team. Its page needs JavaScript.</p>
    </main>
  );
  return html("Whetstone", assets, told);
}

function Door({ projects }: { readonly projects: readonly PageProject[] | undefined }) {
  if (projects === undefined)
    return (
      <main class="door">
        <h1>Whetstone</h1>
        <p id="door">
          This page is for the person at this machine. Run <code>whetstone open</code> in a terminal, and it
          opens here, signed in.
        </p>
      </main>
    );
  return (
    <main class="door">
      <h1>Whetstone</h1>
      <ul id="door">
        {projects.map(({ name, address }) => (
          <li key={address}>
            <a href={addressOf({ project: address })}>{name}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}

function html(title: string, { script, style }: Assets, body: ComponentChildren, state?: PageState): string {
  const page = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={style} />
        <script type="module" src={script} />
      </head>
      <body>
        <div id="page">{body}</div>
        {state === undefined ? null : (
          <script id="state" type="application/json" dangerouslySetInnerHTML={{ __html: inScript(state) }} />
        )}
      </body>
    </html>,
  );
  return `<!doctype html>${page}`;
}

/** JSON that cannot end the element it stands in. */
function inScript(state: PageState): string {
  return JSON.stringify(state).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
