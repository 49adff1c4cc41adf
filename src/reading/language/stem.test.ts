import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stem } from "./stem.js";

/** Forms of one word on a line: they must meet, and no two lines may. */
const families = [
  "add adds added adding",
  "apply applies applied applying",
  "batch batches batched batching",
  "box boxes boxed boxing",
  "cache caches cached caching",
  "class classes classed",
  "close closes closed closing",
  "commit commits committed committing",
  "deny denies denied denying",
  "deploy deploys deployed deploying",
  "dependency dependencies",
  "embed embeds embedded embedding",
  "exceed exceeds exceeded exceeding",
  "fix fixes fixed fixing",
  "log logs logged logging",
  "match matches matched matching",
  "merge merges merged merging",
  "name names named naming",
  "pass passes passed passing",
  "plan plans planned planning",
  "process processes processed processing",
  "query queries queried querying",
  "retry retries retried retrying",
  "run runs running",
  "share shares shared sharing",
  "split splits splitting",
  "status",
  "stop stops stopped stopping",
  "string strings",
  "style styles styled styling",
  "sync syncs synced syncing",
  "test tests tested testing",
  "try tries tried trying",
  "type types typed typing",
  "validate validates validated validating",
  "wrap wraps wrapped wrapping",
  "write writes writing",
].map((line) => line.split(" "));

describe("the stem of a word", () => {
  it.each(families)("the forms of %j share one stem", (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it("no two words of the list share a stem", () => {
    const stems = families.map(([word = ""]) => stem(word));
    expect(new Set(stems).size).toBe(families.length);
  });

  it.each([
    "nothing",
    "hundred",
    "spring",
    "this",
    "is",
    "ids",
    "überprüfe",
    "проверки",
    "user_ids",
    "utf8s",
  ])("the word %j is not stemmed to another verb or plural", (word) => {
    expect([word, word.replace(/s$/, "")]).toContain(stem(word));
  });

  it("a stem is never empty or longer than its word", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,40}$/), (word) => {
        expect(stem(word).length).toBeGreaterThan(0);
        expect(stem(word).length).toBeLessThanOrEqual(word.length);
      }),
    );
  });
});
