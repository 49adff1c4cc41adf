import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { realTokens, repositoryTexts } from "../../../tests/support/real-tokens.js";
import { estimateTokens } from "./estimate-tokens.js";

const ratio = (text: string) => estimateTokens(text) / realTokens(text);
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const samples = {
  Arabic: "قبل إرسال التغييرات يجب تشغيل جميع الاختبارات والتأكد من إمكانية التراجع عن ترحيل قاعدة البيانات.",
  Armenian: "Փոփոխությունները ուղարկելուց առաջ գործարկեք բոլոր թեստերը։",
  Bengali: "কমিট করার আগে সব পরীক্ষা চালান এবং নিশ্চিত করুন যে ডাটাবেস মাইগ্রেশন ফিরিয়ে নেওয়া যায়।",
  Chinese:
    "在提交之前务必运行全部测试，并检查数据库迁移脚本是否可以回滚。不要在循环里打开事务，否则会造成死锁。",
  "traditional Chinese":
    "在提交之前務必執行全部測試，並檢查資料庫遷移腳本是否可以回復。不要在迴圈裡開啟交易。",
  Ethiopic: "ለውጦችን ከማስገባትዎ በፊት ሁሉንም ሙከራዎች ያስኬዱ።",
  Finnish:
    "Suorita kaikki testit ennen muutosten lähettämistä ja varmista, että tietokannan siirto voidaan perua.",
  French:
    "Avant chaque envoi, exécutez tous les tests et vérifiez que la migration de la base peut être annulée.",
  Georgian:
    "ცვლილებების გაგზავნამდე გაუშვით ყველა ტესტი და დარწმუნდით, რომ მიგრაციის დაბრუნება შესაძლებელია.",
  German:
    "Vor jedem Einchecken müssen alle Prüfungen laufen, und die Überführung muss rückgängig zu machen sein.",
  Greek: "Πριν από κάθε υποβολή εκτελέστε όλες τις δοκιμές. Μην ανοίγετε ποτέ συναλλαγή μέσα σε βρόχο.",
  Hebrew: "לפני כל הגשה יש להריץ את כל הבדיקות ולוודא שאפשר לבטל את הסבת מסד הנתונים.",
  Hindi: "कमिट करने से पहले सभी परीक्षण चलाएँ और सुनिश्चित करें कि डेटाबेस माइग्रेशन वापस लिया जा सकता है।",
  Hungarian:
    "A változtatások beküldése előtt futtasd le az összes tesztet, és győződj meg arról, hogy visszavonható.",
  Japanese:
    "コミットする前に必ずすべてのテストを実行し、データベースの移行が元に戻せることを確認してください。",
  Korean:
    "커밋하기 전에 반드시 모든 테스트를 실행하고 데이터베이스 마이그레이션을 되돌릴 수 있는지 확인하세요.",
  Polish:
    "Przed zatwierdzeniem zmian uruchom wszystkie testy i sprawdź, czy migrację bazy danych można cofnąć.",
  Russian:
    "Перед фиксацией изменений обязательно запустите все тесты. Никогда не открывайте транзакцию внутри цикла.",
  Tamil: "சமர்ப்பிப்பதற்கு முன் அனைத்து சோதனைகளையும் இயக்கவும், தரவுத்தள நகர்வை உறுதிப்படுத்தவும்.",
  Thai: "ก่อนส่งโค้ดต้องรันการทดสอบทั้งหมดและตรวจสอบว่าสามารถย้อนกลับการย้ายฐานข้อมูลได้",
  Turkish:
    "Değişiklikleri göndermeden önce tüm testleri çalıştırın ve geçişin geri alınabildiğinden emin olun.",
  Vietnamese:
    "Trước khi gửi thay đổi phải chạy toàn bộ kiểm thử. Không bao giờ mở giao dịch bên trong vòng lặp.",
  emoji: "🚀 ship it ✅ tests ❌ failed 🔥🔥🔥 👩‍💻 👨‍👩‍👧‍👦 🇩🇪 ⚠️ careful 🧪",
  mathematics: "∀x ∈ ℝ: x² ≥ 0 ∧ ¬(x < 0) → √x ≤ x ∑∏∫ ≠ ≈ ± × ÷ ∞ ∂ ∇",
  hashes:
    "commit 3f786850e387550fdab836ed7e6dc881de23001b, sha256-9Zq1xYbWvLk0tRm2Pn8sQd7cJf6hGa5uEi4oTy3wXr0=",
  "a row of a table": "|---|---|---|---|---|---|---|",
  numbers: "1234567890 3.14159 2026-11-15T15:28:45.123Z 192.168.0.1 0xDEADBEEF 1_000_000",
};

describe("the token estimate", () => {
  it("the estimate is 0 for an empty text and at least 1 for any other", () => {
    expect(estimateTokens("")).toBe(0);
    expect(estimateTokens("x")).toBeGreaterThanOrEqual(1);
  });

  it("the estimate under-counts at most one in a hundred real lines of twenty tokens or more, and one in five hundred by a tenth", () => {
    const lines = new Set(repositoryTexts().flatMap((text) => text.split("\n")));
    const ratios = [...lines].filter((line) => realTokens(line) >= 20).map(ratio);
    const share = (limit: number) => ratios.filter((each) => each < limit).length / ratios.length;
    expect(ratios.length).toBeGreaterThan(1_000);
    expect(share(1)).toBeLessThan(0.01);
    expect(share(0.9)).toBeLessThan(0.002);
    expect(mean(ratios)).toBeLessThan(1.35);
  });

  it("the estimate under-counts at most one in two hundred real texts of two hundred tokens or more, and none by a fifth", () => {
    const chunks = repositoryTexts().flatMap((text) => text.match(/.{1,1000}/gs) ?? []);
    const ratios = chunks.filter((chunk) => realTokens(chunk) >= 200).map(ratio);
    expect(ratios.filter((each) => each < 1).length / ratios.length).toBeLessThan(0.005);
    expect(Math.min(...ratios)).toBeGreaterThan(0.8);
    expect(mean(ratios)).toBeLessThan(1.5);
  });

  it.each(Object.entries(samples))("the estimate does not under-count %s, nor double it", (_, text) => {
    expect(ratio(text)).toBeGreaterThanOrEqual(1);
    expect(ratio(text)).toBeLessThan(2);
  });

  it("the estimate does not under-count random characters of every script", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 150, maxLength: 400 }), (text) => {
        expect(ratio(text)).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it("the estimate grows with every line, wherever it is added", () => {
    const lines = fc.array(fc.string({ unit: "binary", maxLength: 60 }));
    fc.assert(
      fc.property(lines, fc.string({ unit: "binary", maxLength: 60 }), fc.nat(), (before, line, place) => {
        const after = before.toSpliced(place % (before.length + 1), 0, line);
        expect(estimateTokens(after.join("\n"))).toBeGreaterThanOrEqual(estimateTokens(before.join("\n")));
      }),
    );
  });

  it("the estimate of two texts, one below the other, is their sum and a line break", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1 }),
        fc.string({ unit: "binary", minLength: 1 }),
        (a, b) => {
          const together = estimateTokens(`${a}\n${b}`);
          expect(together).toBeLessThanOrEqual(estimateTokens(`${a}\n`) + estimateTokens(b));
          expect(together).toBeGreaterThanOrEqual(estimateTokens(a) + estimateTokens(b));
        },
      ),
    );
  });

  it("the estimate is that of the rules as regular expressions, for texts of every kind", () => {
    const characters = "aAbBzZeEnrst019 \t\n\r\u0000\u007f!-/:@[`{~éßñḁ\u00a0字𐀀\ud800";
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...characters), maxLength: 80 }),
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.constantFrom(
        ...Object.values(samples),
        `${" ".repeat(130)}HTTPServer42x ABCdef ${"\t".repeat(64)}1`,
      ),
    );
    fc.assert(
      fc.property(text, (each) => {
        expect(estimateTokens(each)).toBe(slowEstimate(each));
      }),
    );
    for (const each of repositoryTexts().filter((_, at) => at % 20 === 0))
      expect(estimateTokens(each)).toBe(slowEstimate(each));
  });
});

const pieces = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d{1,3}|[\t-\r ]+|[!-/:-@[-`{-~]+|./gsu;

function slowEstimate(text: string): number {
  if (text === "") return 0;
  const lines = text.split("\n");
  const tokens = lines.reduce((sum, line) => {
    const words = [...line.matchAll(pieces)].map(([piece]) => piece);
    const isAccented = /[À-ɏḀ-ỿ]/.test(line);
    return words.reduce((all, word, at) => all + slowPiece(word, words[at - 1] ?? "", isAccented), sum);
  }, 0);
  return Math.ceil((tokens + lines.length - 1) * 1.05 - 1e-6);
}

function slowPiece(piece: string, before: string, isAccented: boolean): number {
  const { length } = piece;
  // By whole texts: what a letter of a script costs is not the question here.
  if (piece.charCodeAt(0) > 0x7f) return estimateOfLetter(piece);
  if (piece === " ") return 0;
  if (/^\s/.test(piece)) return 1 + Math.floor(length / 64);
  if (/^\d/.test(piece)) return before === " " ? 2 : 1;
  if (!/^[A-Za-z]/.test(piece)) return 1 + (length - 1) / 2;
  if (/^\d/.test(before)) return Math.max(1, 0.75 * length);
  if (/[b-df-hj-np-tv-xz]{5}/i.test(piece)) return 0.55 * length;
  if (!/[a-z]/.test(piece)) return 1 + Math.max(0, length - 2) / 3;
  const most = isAccented ? Math.max(0, length - 3) * 0.38 : Math.max(0, length - 6) / 5;
  return (/^[A-Z]/.test(piece) ? 0.3 : 0) + 1 + most;
}

const costs = new Map<string, number>();

/** Of so many that rounding up does not show; all costs are twentieths. */
function estimateOfLetter(letter: string): number {
  const cost = costs.get(letter) ?? Math.round((20 * estimateTokens(letter.repeat(200))) / 210) / 20;
  costs.set(letter, cost);
  return cost;
}
