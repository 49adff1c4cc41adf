import { Frame } from "./frame.js";
import type { PageState } from "./page-state.js";
import { views } from "./views.js";

/** A whole page from its state. */
export function Page({
  state,
  notice = null,
}: {
  readonly state: PageState;
  readonly notice?: string | null;
}) {
  const { Body } = views[state.place.view];
  return (
    <Frame state={state} notice={state.fault ?? notice}>
      {state.data === undefined ? null : <Body data={state.data} place={state.place} />}
    </Frame>
  );
}
