import { describe, expect, it } from "vitest";
import { matchFalsePositive } from "../../src/lessons/insight/rules/matching/match-false-positive.js";
import { compareTexts } from "../../src/reading/language/compare.js";

/** Each rule with other ways to say it, and with ways to say the opposite. */
const phrasings: readonly {
  readonly rule: string;
  readonly same: readonly string[];
  readonly opposite: readonly string[];
}[] = [
  {
    rule: "Always validate the request body of every upload",
    same: [
      "Don't forget to validate the request body of every upload",
      "Do not forget to validate the request body of every upload",
      "Never fail to validate the request body of every upload",
      "Never forget to validate the request body of every upload",
      "Validate the request body of every upload without exception",
      "Validate the request body of every upload without fail",
      "Validate the request body of every upload, no exceptions",
      "Do not hesitate to validate the request body of every upload",
      "Don't be afraid to validate the request body of every upload",
      "Validate not only the request body of every upload",
      "You must not omit to validate the request body of every upload",
    ],
    opposite: [
      "Stop validating the request body of every upload",
      "Never validate the request body of every upload",
      "Do not validate the request body of every upload",
      "You shouldn't validate the request body of every upload",
      "Avoid validating the request body of every upload",
      "Refrain from validating the request body of every upload",
      "The request body of every upload is not to be validated",
      "No longer validate the request body of every upload",
    ],
  },
  {
    rule: "Die Eingaben des Formulars immer prüfen",
    same: [
      "Nicht vergessen: die Eingaben des Formulars prüfen",
      "Vergiss nie, die Eingaben des Formulars zu prüfen",
      "Die Eingaben des Formulars ohne Ausnahme prüfen",
    ],
    opposite: ["Die Eingaben des Formulars nie prüfen", "Die Eingaben des Formulars nicht prüfen"],
  },
  {
    rule: "Toujours valider les entrées du formulaire public",
    same: [
      "N'oubliez pas de valider les entrées du formulaire public",
      "N’hésitez pas à valider les entrées du formulaire public",
      "Valider sans exception les entrées du formulaire public",
    ],
    opposite: [
      "Ne jamais valider les entrées du formulaire public",
      "Ne pas valider les entrées du formulaire public",
    ],
  },
  {
    rule: "Validar siempre la entrada del formulario",
    same: ["No olvides validar la entrada del formulario", "Validar sin excepción la entrada del formulario"],
    opposite: ["No validar nunca la entrada del formulario", "Evitar validar la entrada del formulario"],
  },
  {
    rule: "Validar sempre os dados do formulário",
    same: ["Não se esqueça de validar os dados do formulário", "Validar sem exceção os dados do formulário"],
    opposite: ["Nunca validar os dados do formulário", "Não validar os dados do formulário"],
  },
  {
    rule: "Validare sempre i dati del modulo",
    same: ["Non dimenticare di validare i dati del modulo"],
    opposite: ["Non validare mai i dati del modulo"],
  },
  {
    rule: "Всегда проверять ввод пользователя формы",
    same: [
      "Не забывайте проверять ввод пользователя формы",
      "Проверять ввод пользователя формы без исключений",
    ],
    opposite: ["Никогда не проверять ввод пользователя формы", "Нельзя проверять ввод пользователя формы"],
  },
  {
    rule: "Sprawdzaj zawsze dane wejściowe formularza",
    same: ["Sprawdzaj dane wejściowe formularza bez wyjątku"],
    opposite: ["Nigdy nie sprawdzaj dane wejściowe formularza"],
  },
  {
    rule: "Controleer altijd invoer van gebruikers",
    same: ["Controleer invoer van gebruikers zonder uitzondering"],
    opposite: ["Controleer nooit invoer van gebruikers"],
  },
  {
    rule: "始终验证上传请求的全部内容",
    same: ["不要忘记验证上传请求的全部内容", "请验证上传请求的全部内容", "毫无例外验证上传请求的全部内容"],
    opposite: ["不要验证上传请求的全部内容", "禁止验证上传请求的全部内容", "请勿验证上传请求的全部内容"],
  },
  {
    rule: "必ずユーザー入力を検証する",
    same: ["忘れずにユーザー入力を検証する", "例外なくユーザー入力を検証する"],
    opposite: ["ユーザー入力を検証しない", "決してユーザー入力を検証しない"],
  },
  {
    rule: "항상 사용자 입력 형식 검증",
    same: ["예외 없이 사용자 입력 형식 검증"],
    opposite: ["사용자 입력 형식 검증 금지"],
  },
];

/** What the rule for insights makes of it: a validator that means the other text, or one that does not. */
function insightsAnswer(rule: string, text: string): "same" | "not the same" {
  const settings = { matchOverlap: 0.5, matchMargin: 0.1 };
  const match = matchFalsePositive({ text }, { findings: [] }, [{ lesson: "l1", text: rule }], settings);
  return match.lesson === "l1" ? "same" : "not the same";
}

const same = phrasings.flatMap(({ rule, same }) => same.map((text) => [text, rule] as const));
const opposite = phrasings.flatMap(({ rule, opposite }) => opposite.map((text) => [text, rule] as const));

describe("one reader of negation", () => {
  it.each(same)("directives and insights take %j for the same as %j", (text, rule) => {
    expect(compareTexts(text, rule)).toBe("same");
    expect(insightsAnswer(rule, text)).toBe("same");
    expect(insightsAnswer(text, rule)).toBe("same");
  });

  it.each(opposite)("directives and insights take %j for the opposite of %j", (text, rule) => {
    expect(compareTexts(text, rule)).toBe("opposite");
    expect(insightsAnswer(rule, text)).toBe("not the same");
    expect(insightsAnswer(text, rule)).toBe("not the same");
  });
});
