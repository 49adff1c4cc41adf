import { expect, it } from "vitest";
import { categoryOf } from "./category-of.js";

it.each([
  "Handlers must check the token before they read the body",
  "Never log tokens",
  "Always close the file in a finally block",
  "Do not retry without backoff",
  "When a lock is stale, don't delete it blindly",
  "Avoid global state in tests",
  "A rollback step is required for each migration",
  "Callers shall pass the project key",
  "Tests should verify behaviour and not types",
  "Writing to the log from two processes is forbidden",
  '"Never trust the client"',
  "Passwörter dürfen nicht im Log stehen",
  "Il ne faut jamais ignorer le code de retour",
  "Siempre valida la entrada",
  "Пароли никогда не пишут в журнал",
  "必须先验证输入",
  "必ず入力値を検証する",
])("the text is a rule: %s", (text) => {
  expect(categoryOf(text)).toBe("rule");
});

it.each([
  "Tests fail in CI because the clock is in UTC there",
  "A shared cache leads to stale reads",
  "Unbounded retries cause request storms",
  "Skipping the lock results in lost updates",
  "The hang is due to an open handle",
  "Ids are sorted so that the diff stays small",
  "Thanks to memoisation the list renders once",
  "Der Absturz tritt auf, weil die Datei fehlt",
  "La caché compartida provoca lecturas viejas",
  "Тест падает из-за часового пояса",
  "缓存失效会导致读取旧数据",
])("the text is a causal link: %s", (text) => {
  expect(categoryOf(text)).toBe("causal");
});

it.each([
  "The parser returns null for an empty file",
  "Builds do not read the .env file directly",
  "The flag `always` turns the cache off",
  'The option "never" is the default',
  "The word 'must' appears in each title",
  "An always-on worker drains the queue",
  "A second token is not required here",
  "The import should be fine on Windows",
  "配置文件位于根目录",
])("the text is an observation: %s", (text) => {
  expect(categoryOf(text)).toBe("observation");
});
