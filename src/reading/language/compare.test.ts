import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareTexts, similarityKeys } from "./compare.js";
import { mayBeSimilar, roughWords } from "./rough-words.js";

const same: readonly (readonly [string, string])[] = [
  ["Use prepared statements for all SQL queries", "Always use prepared statements for SQL queries."],
  ["Use prepared statements for SQL queries", "Prepared statements must be used for SQL queries"],
  ["Never commit secrets to the repository", "Do not commit secrets to the repo"],
  ["Never commit secrets to the repository", "Don't commit secrets to the repository!"],
  ["Never log secrets", "Secrets must never be logged"],
  ["Avoid using `eval`", "Do not use eval"],
  ["Avoid the any type", "Avoid the `any` type"],
  ["Run the tests before committing", "Run tests before each commit"],
  ["Before committing, run the tests", "Run the tests before you commit"],
  ["Run lint after the build", "After the build, run lint"],
  ["Use async/await instead of raw promises", "Prefer async/await over raw promises"],
  ["Use tabs, not semicolons", "Use tabs instead of semicolons"],
  ["Retry three times", "Retry 3 times"],
  ["Time out after 30 seconds", "Time out after 30s"],
  ["Don't forget to close the file handle", "Always close the file handle"],
  ["Enable strict mode in tsconfig.json", "Strict mode should be enabled in tsconfig.json"],
  ["Mocks are forbidden in integration tests", "Mocks are not allowed in integration tests"],
  ["Never deploy without a review", "Always deploy with a review"],
  [
    "Validate user input before saving it to the database",
    "Validate user inputs before saving them to the database",
  ],
  ["Keep functions under 20 lines", "Functions should be kept under 20 lines"],
  ["Document every public function", "Document all public functions"],
  ["ALWAYS VALIDATE USER INPUT", "Always validate user input"],
  ["**Write unit tests** for new code", "Write unit tests for new code"],
  ["Write the documentation in English", "Write docs in English"],
  ["Use no more than 3 parameters", "Use at most three parameters"],
  ["Turn off telemetry in CI", "Disable telemetry in CI"],
  ["始终使用参数化查询", "请使用参数化查询"],
  ["不要提交密钥", "请勿提交密钥"],
  ["必ずテストを実行する", "テストを実行してください"],
  ["Всегда проверяй ввод пользователя", "Проверяй ввод пользователя"],
  ["항상 입력을 검증하세요", "반드시 입력을 검증하세요"],
  ["Überprüfe immer die Eingaben", "Überprüfe die Eingaben"],
];

const opposite: readonly (readonly [string, string])[] = [
  ["Always use semicolons", "Never use semicolons"],
  ["Use semicolons", "Do not use semicolons"],
  ["Use semicolons", "Don’t use semicolons"],
  ["Use global state for settings", "Avoid global state for settings"],
  ["Prefer classes for services", "Avoid classes for services"],
  ["You must commit the lock file", "You must not commit the lock file"],
  ["You should mock the database", "You shouldn't mock the database"],
  ["Logs can hold user names", "Logs cannot hold user names"],
  ["Enable caching in tests", "Disable caching in tests"],
  ["Turn on the linter", "Turn off the linter"],
  ["The cache flag must default to off", "The cache flag must default to on"],
  ["Telemetry must be off by default", "Telemetry must be on by default."],
  ["Strict mode is switched on in tests", "Strict mode is switched off in tests"],
  ["Run lint before the commit", "Run lint after the commit"],
  ["Before committing, run the tests", "After committing, run the tests"],
  ["Write tests before code", "Write code before tests"],
  ["Run the linter, then the tests", "Run the tests, then the linter"],
  ["Allow force pushes to main", "Forbid force pushes to main"],
  ["Force pushes are allowed", "Force pushes are prohibited"],
  ["Deploy with approval", "Deploy without approval"],
  ["Never deploy without approval", "Deploy without approval"],
  ["Prefer composition over inheritance", "Prefer inheritance over composition"],
  ["Composition over inheritance", "Inheritance over composition"],
  ["Use tabs instead of semicolons", "Use semicolons instead of tabs"],
  ["Use REST, not GraphQL", "Use GraphQL, not REST"],
  ["Include generated files in the commit", "Exclude generated files from the commit"],
  ["Add comments to obvious code", "Remove comments from obvious code"],
  ["Keep dead code", "Remove dead code"],
  ["Run the tests on every push", "Skip the tests on every push"],
  ["Handle errors of the client", "Ignore errors of the client"],
  ["Use at least 3 replicas", "Use at most 3 replicas"],
  ["Make fields private", "Make fields public"],
  ["Use synchronous writes", "Use asynchronous writes"],
  ["Use single quotes", "Use double quotes"],
  ["Sort ids ascending", "Sort ids descending"],
  ["Type hints are required", "Type hints are optional"],
  ["Type hints are required", "Type hints are not required"],
  ["Secrets must be logged", "Secrets must never be logged"],
  ["始终使用全局变量", "不要使用全局变量"],
  ["使用全局变量", "禁止使用全局变量"],
  ["グローバル変数を使用する", "グローバル変数を使用しない"],
  ["Всегда используй глобальные переменные", "Никогда не используй глобальные переменные"],
  ["Usar siempre variables globales", "No usar nunca variables globales"],
  ["Verwende globale Variablen", "Verwende nie globale Variablen"],
];

const different: readonly (readonly [string, string])[] = [
  ["Backups must be on the second disk", "Backups must be off"],
  ["Retry 3 times", "Retry 5 times"],
  ["Retry three times", "Retry five times"],
  ["Always retry 3 times", "Never retry 5 times"],
  ["Time out after 30 seconds", "Time out after 30 ms"],
  ["Cache for 5 minutes", "Cache for 5 hours"],
  ["Keep coverage above 80%", "Keep coverage above 90%"],
  ["Indent with 2 spaces", "Indent with 4 spaces"],
  ["Use Node 18", "Use Node 20"],
  [
    "Use React 18.2 for the new pages of the admin area",
    "Use React 19.0 for the new pages of the admin area",
  ],
  ["Target v1 of the API", "Target v2 of the API"],
  ["Write scripts in Python", "Write scripts in Ruby"],
  [
    "Write unit tests with Jest for all new endpoints of the payment, order, invoice, user, report and admin services",
    "Write unit tests with Mocha for all new endpoints of the payment, order, invoice, user, report and admin services",
  ],
  ["Use `useState` for local values", "Use `useReducer` for local values"],
  ["Call parseUser before saving", "Call parseOrder before saving"],
  ["Never edit src/auth.ts by hand", "Never edit src/user.ts by hand"],
  ["Pass --force to the installer", "Pass --dry-run to the installer"],
  ["Set LOG_LEVEL in production", "Set LOG_FORMAT in production"],
  ["Use C++ for the engine", "Use C# for the engine"],
  ["Retry requests", "Retry requests 3 times"],
  ["Validate user input", "Document public functions"],
  ["Always log errors", "Never log warnings"],
  ["Never commit generated files to main", "Always commit source files to main"],
  ["Use tests", "Use prepared statements in tests"],
  ["Controllers must not import repositories", "Repositories must not import controllers"],
  ["Convert dates from UTC to local time", "Convert dates from local time to UTC"],
  ["Disable the cache", "Delete the cache"],
  ["Use Vitest for unit tests", "Use Jest for unit tests"],
  ["Write integration tests for payment endpoints", "Write unit tests for payment endpoints"],
  ["!!!", "???"],
  ["!!!", "!!!"],
  ["", ""],
  ["🚀🚀🚀", "🔥🔥🔥"],
  ["使用参数化查询", "编写单元测试"],
  ["テストを書く", "ログを読む"],
  ["ใช้ตัวแปรภายใน", "เขียนเอกสารให้ครบ"],
  ["Проверяй ввод пользователя", "Пиши тесты для кода"],
  ["تحقق من المدخلات", "اكتب الاختبارات"],
  ["Keep it simple", "Write it down"],
  ["Always", "Never"],
  ["Name booleans with is or has", "Name constants in capitals"],
];

const table = [
  ...same.map(([a, b]) => [a, b, "same"] as const),
  ...opposite.map(([a, b]) => [a, b, "opposite"] as const),
  ...different.map(([a, b]) => [a, b, "different"] as const),
];

describe("two texts", () => {
  it.each(table)("the texts %j and %j are %s, in either order", (a, b, expected) => {
    expect(compareTexts(a, b)).toBe(expected);
    expect(compareTexts(b, a)).toBe(expected);
  });

  it.each(table.filter(([, , expected]) => expected !== "different"))(
    "the texts %j and %j share a key",
    (a, b) => {
      const keys = new Set(similarityKeys(a));
      expect(similarityKeys(b).some((key) => keys.has(key))).toBe(true);
    },
  );

  it.each(
    [...new Set(table.flatMap(([one, other]) => [one, other] as const))].filter(
      (text) => /\p{L}{3}/u.test(text) && !/^(?:Always|Never)$/.test(text),
    ),
  )("the text %j is the same as itself, and not the opposite of its shouted form", (text) => {
    expect(compareTexts(text, text)).toBe("same");
    expect(compareTexts(text, `  ${text.toUpperCase()} `)).not.toBe("opposite");
  });
});

describe("any two texts", () => {
  const words =
    "always never do not use avoid before after the cache tests `any` 3 5 seconds with without over run , . и не 不要 使用 缓存".split(
      " ",
    );
  const sentence = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((chosen) => chosen.join(" "));
  const text = fc.oneof(
    sentence,
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 60 }),
  );

  it("two texts compare alike in either order, and share a key unless they are different", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const compared = compareTexts(a, b);
        expect(compareTexts(b, a)).toBe(compared);
        if (compared !== "different")
          expect(similarityKeys(a).some((key) => similarityKeys(b).includes(key))).toBe(true);
      }),
    );
  });

  it("two texts without a word are never the same", () => {
    const signs = fc.string({ unit: fc.constantFrom("!", "?", " ", "-", "🚀", "*", ","), maxLength: 20 });
    fc.assert(fc.property(signs, signs, (a, b) => compareTexts(a, b) === "different"));
  });

  it("texts of a megabyte are compared too", () => {
    const long = "never use without over before ".repeat(35_000);
    expect(["same", "different"]).toContain(compareTexts(long, long));
    expect(compareTexts("a".repeat(1_000_000), "_".repeat(1_000_000))).toBe("different");
  });
});

it.each([...same, ...opposite])("%j and %j share enough rough words to be compared", (a, b) => {
  expect(mayBeSimilar(roughWords(a), roughWords(b))).toBe(true);
});
