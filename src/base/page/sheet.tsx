import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { pageStyle } from "./page-style.js";
import { sheetStyle } from "./sheet-style.js";
import { showTextsVisibly } from "./visible-texts.js";

// Whatever is rendered imports this file, and nothing is rendered before it is loaded.
showTextsVisibly();

interface SheetProps {
  readonly title: string;
  readonly header: ComponentChildren;
  readonly footer: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page in one file that needs nothing else: no script, no request, light and dark. */
export function sheet({ title, header, footer, children }: SheetProps): string {
  const page = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: pageStyle + sheetStyle }} />
      </head>
      <body class="sheet">
        <header>{header}</header>
        <main>{children}</main>
        <footer class="soft">{footer}</footer>
      </body>
    </html>,
  );
  return `<!doctype html>\n${page}\n`;
}

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Section({ title, children }: SectionProps) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What is to be seen first: a few numbers with their names. */
export function Tiles({ facts }: { readonly facts: readonly (readonly [string, string | number])[] }) {
  return (
    <div class="tiles">
      {facts.map(([name, value]) => (
        <div key={name}>
          <strong>{value}</strong>
          <span>{name}</span>
        </div>
      ))}
    </div>
  );
}
