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
  [`mail by SG.${letters}.${letters}`, "mail by [secret removed]"],
  ["ship with password=hunter2hunter", "ship with password=[secret removed]"],
  ["the api key is k3yk3yk3y, use it", "the api key is [secret removed] use it"],
  ["login kim password s3cret-word", "login kim password [secret removed]"],
  ['-H "Cookie: session=abcdef; theme=dark"', '-H "Cookie: [secret removed]"'],
  ["AccountName=till;AccountKey=k3yk3yk3y==;", "AccountName=till;AccountKey=[secret removed];"],
  ["https://till.example/ship?sv=1&sig=k3yk3yk3y", "https://till.example/ship?sv=1&sig=[secret removed]"],
  ["https://k3yk3yk3yk3yk3yk3y@till.example", "https://[secret removed]@till.example"],
  ["Never log a password: mask it", "Never log a password: mask it"],
  ["A token expires after thirty minutes", "A token expires after thirty minutes"],
  ["Set the cookie banner aside", "Set the cookie banner aside"],
  ["Never log keys that begin with sk- or ghp_", "Never log keys that begin with sk- or ghp_"],
  ["Use task-based-scheduling-for-everything", "Use task-based-scheduling-for-everything"],
  ["Read https://docs.example/guide first", "Read https://docs.example/guide first"],
])("the text %j is kept as %j", (text, expected) => {
  expect(maskSecrets(text)).toBe(expected);
});
