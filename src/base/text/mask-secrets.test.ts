import { expect, it } from "vitest";
import { maskSecrets } from "./mask-secrets.js";

const letters = "aB3dE6gH9jK2mN5pQ8sT1vW4";

it.each([
  [`sk-${letters}`, "[secret removed]"],
  [`key sk-proj-${letters} here`, "key [secret removed] here"],
  [`ghp_${letters}${letters}`, "[secret removed]"],
  ["AKIAABCDEFGHIJKLMNOP", "[secret removed]"],
  [`xoxb-123456789012-${letters}`, "[secret removed]"],
  [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${letters}`, "[secret removed]"],
  ["postgres://app:hunter2@db.example/shop", "postgres://app:[secret removed]@db.example/shop"],
  ["Never log keys that begin with sk- or ghp_", "Never log keys that begin with sk- or ghp_"],
  ["Use task-based-scheduling-for-everything", "Use task-based-scheduling-for-everything"],
  ["Read https://docs.example/guide first", "Read https://docs.example/guide first"],
])("the text %j is kept as %j", (text, expected) => {
  expect(maskSecrets(text)).toBe(expected);
});
