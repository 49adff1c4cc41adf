import { Fragment, isValidElement, options, type VNode } from "preact";
import { withVisibleSigns } from "../text/visible-signs.js";

/** What is read of an element beside its text. */
const readAttributes = ["title", "aria-label", "alt", "placeholder"] as const;

const hooked = new WeakSet<object>();

/**
 * Every text of every page goes through here when it becomes markup, in the server and in the browser: a person
 * decides by what stands there. Addresses and values of fields stay as they are, because they are sent back.
 */
export function showTextsVisibly(): void {
  if (hooked.has(options)) return;
  hooked.add(options);
  const before = options.vnode;
  options.vnode = (element) => {
    if (typeof element.type === "string" || element.type === Fragment) makeVisible(element);
    before?.(element);
  };
}

function makeVisible({ props }: VNode): void {
  const own = props as Record<string, unknown>;
  if (own.children !== undefined) own.children = visibleChild(own.children);
  for (const name of readAttributes)
    if (typeof own[name] === "string") own[name] = withVisibleSigns(own[name]);
}

function visibleChild(child: unknown): unknown {
  if (typeof child === "string") return withVisibleSigns(child);
  return Array.isArray(child) && !isValidElement(child) ? child.map(visibleChild) : child;
}
