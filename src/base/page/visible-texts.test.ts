import { createElement, Fragment } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, it } from "vitest";
import { sheet } from "./sheet.js";

const hidden = "a\u202eb\u2066c\u001bd\u200be\nf";
const shown = "a\ufffdb\ufffdc\ufffdd\ufffde\nf";

it("a name on a page has no sign that a person would not see, or that hides others", () => {
  const page = sheet({ title: hidden, header: hidden, footer: "", children: "" });
  expect(page).toContain(`<title>${shown}</title>`);
  expect(page).toContain(`<header>${shown}</header>`);
  for (const sign of "\u001b\u200b\u202e\u2066") expect(page).not.toContain(sign);
});

it("every text of an element is shown visibly, wherever it stands, and what is sent back stays as it is", () => {
  const input = createElement("input", { value: hidden, placeholder: hidden });
  const nested = createElement("p", { title: hidden, "aria-label": hidden }, "x", [hidden, [hidden]], input);
  const html = renderToString(createElement(Fragment, null, hidden, nested));
  expect(html.split(shown)).toHaveLength(7);
  expect(html.split(hidden)).toHaveLength(2);
  expect(html).toContain(`value="${hidden}"`);
});
