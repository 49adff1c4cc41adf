import { backgroundOf } from "../engines/retrieval/cosine.js";
import type { Embedder } from "./embedder.js";

/** Sixteen sentences that have nothing to do with each other, written as lessons and tasks are. */
const unrelated = [
  "Close every file handle in a finally block",
  "Render the sales chart with the brand's colours",
  "Add an index on the email column before the migration",
  "Translate the settings page into Portuguese",
  "The retry loop must stop after three attempts",
  "def parse_date(value): return datetime.fromisoformat(value)",
  "Compress images before they are uploaded",
  "Ask a person before anything is deleted in production",
  "Pin the version of the compiler in the container",
  "Escape user input before it reaches the template",
  "The scheduler skips holidays in the second quarter",
  "Measure memory while a thousand sockets are open",
  "Name test files after the module that they test",
  "Round prices to two decimals, half to even",
  "const total = items.reduce((sum, item) => sum + item.price, 0)",
  "Keep the keyboard focus inside the open dialog",
];

/** What two unrelated texts have in common for this model. */
export async function measureBackground(embedder: Embedder): Promise<number> {
  return backgroundOf((await embedder.embed(unrelated)).map(({ vector }) => vector));
}
