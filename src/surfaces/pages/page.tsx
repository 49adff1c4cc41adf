import { showTextsVisibly } from "../../base/page/visible-texts.js";
import type { Said } from "./acts.js";
import { Frame } from "./frame.js";
import type { PageState } from "./page-state.js";
import { views } from "./views.js";

// Whatever is rendered imports this file, and nothing is rendered before it is loaded.
showTextsVisibly();

interface PageProps {
  readonly state: PageState;
  readonly notice?: string | null;
  readonly said?: Said | null;
}

/** A whole page from its state. */
export function Page({ state, notice = null, said = null }: PageProps) {
  const { Body } = views[state.place.view];
  return (
    <Frame state={state} notice={state.fault ?? notice} said={said}>
      {state.data === undefined ? null : <Body data={state.data} place={state.place} />}
    </Frame>
  );
}
