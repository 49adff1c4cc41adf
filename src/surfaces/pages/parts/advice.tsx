import { useState } from "preact/hooks";

/** A command in single quotes, where it is not the apostrophe of a word. */
const quoted = /(?<=^|[\s(])'([^']+)'(?=$|[\s.,;:)])/;

/** What to do, with each command ready to be copied. */
export function Advice({ text }: { readonly text: string }) {
  const parts = text.split(quoted);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : part.startsWith("whetstone ") ? (
          <Command line={part} />
        ) : (
          <code>{part}</code>
        ),
      )}
    </>
  );
}

/** A command line with a button that copies it. */
function Command({ line }: { readonly line: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(line);
    setCopied(true);
  };
  return (
    <span class="command">
      <code>{line}</code>{" "}
      <button type="button" class="quiet" aria-label={`Copy: ${line}`} onClick={() => void copy()}>
        {isCopied ? "Copied" : "Copy"}
      </button>
    </span>
  );
}
