/** A home of its own, and of the caller's variables only those of Whetstone. */
export function environmentIn(folder) {
  const ours = Object.entries(process.env).filter(([name]) => name.startsWith("WHETSTONE_"));
  return { HOME: folder, ...Object.fromEntries(ours) };
}
