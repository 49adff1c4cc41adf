/** A text whose parts between backticks are calls and what they printed. */
export function Coded({ text }: { readonly text: string }) {
  const parts = text.split(/`([^`]{1,400})`/);
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}</>;
}
