import { describe, expect, test } from "vitest";
import { isSaid } from "#content/answers/rules/prose.ts";
import { isVerdict, withoutVerdict } from "#content/answers/rules/verdicts.ts";

describe("a yes or no in prose", () => {
  test.each([
    ["Yes, it is.", "It is."],
    ["Ja, seit 2019.", "Seit 2019."],
    ["Nein. Wir speichern nichts.", "Wir speichern nichts."],
    ["Oui, chaque année.", "Chaque année."],
    ["Sí, cada año.", "Cada año."],
    ["はい。すべての管理者に必須です。", "すべての管理者に必須です。"],
    ["いいえ、保存しません。", "保存しません。"],
    ["是的，每年一次。", "每年一次。"],
    ["네, 매년 합니다.", "매년 합니다."],
    ["ใช่ ทุกปี", "ทุกปี"],
    ["No one has access.", "No one has access."],
    ["Ja-Sager gibt es nicht.", "Ja-Sager gibt es nicht."],
    ["有三个数据中心。", "有三个数据中心。"],
    ["Non-production data.", "Non-production data."],
  ])("is left out of %j", (text, rest) => expect(withoutVerdict(text)).toBe(rest));

  test.each(["Yes.", "No", "はい。", "Nein.", "是的。", "예.", "ใช่"])(
    "is never quoted: %j",
    (text) => {
      expect(isVerdict(text)).toBe(true);
      expect(isSaid(text)).toBe(false);
    },
  );
});
