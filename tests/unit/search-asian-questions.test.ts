import { expect, test } from "vitest";
import { SearchIndex } from "#model/search/matching.ts";
import { THESAURUS } from "#model/search/thesaurus.ts";
import type { SearchedTexts } from "#model/search.ts";

const RECORDS: readonly (readonly [id: string, title: string, explanation: string])[] = [
  [
    "ja-enc",
    "データの暗号化",
    "保存されるすべてのデータはAES-256で暗号化されています。通信はTLSで保護されます。",
  ],
  ["ja-loc", "データの保管場所", "お客様のデータは東京リージョンのデータセンターに保管されます。"],
  ["ja-backup", "バックアップと復旧", "バックアップは毎日取得し、毎月復元テストを行います。"],
  ["ja-inc", "インシデント対応", "重大なインシデントは24時間以内にお客様へ通知します。"],
  ["ja-sub", "委託先の管理", "委託先は年に一度評価されます。"],
  ["zh-enc", "数据加密", "所有静态数据均使用AES-256加密，传输使用TLS。"],
  ["zh-loc", "数据存储位置", "客户数据存储在法兰克福的数据中心。"],
  ["zh-pen", "渗透测试", "每年由独立第三方进行一次渗透测试。"],
  ["zh-del", "数据删除", "合同终止后三十天内删除所有客户数据。"],
  ["th-enc", "การเข้ารหัสข้อมูล", "ข้อมูลทั้งหมดถูกเข้ารหัสด้วย AES-256 ทั้งขณะจัดเก็บและขณะส่ง"],
  ["th-loc", "สถานที่จัดเก็บข้อมูล", "ข้อมูลของลูกค้าถูกจัดเก็บในศูนย์ข้อมูลที่สิงคโปร์"],
  ["th-backup", "การสำรองข้อมูล", "เราสำรองข้อมูลทุกวันและทดสอบการกู้คืนทุกเดือน"],
  ["en-enc", "Encryption at rest", "All data is encrypted with AES-256."],
  ["en-pen", "Penetration testing", "Done each year by others."],
];

const index = new SearchIndex<SearchedTexts>(THESAURUS);
for (const [id, title, explanation] of RECORDS)
  index.put({ id, thing: id, type: "trust center content", title, explanation });
const found = (question: string) =>
  index.search(question, () => "open").map(({ record }) => record.id);

test.each([
  ["データはどのように暗号化されていますか？", "ja-enc"],
  ["お客様のデータはどこに保存されていますか", "ja-loc"],
  ["バックアップはどのくらいの頻度で取得しますか", "ja-backup"],
  ["インシデントが発生した場合、いつ通知されますか", "ja-inc"],
  ["委託先をどのように評価していますか", "ja-sub"],
  ["データセンターはどこですか", "ja-loc"],
  ["你们如何加密数据？", "zh-enc"],
  ["客户数据存储在哪里？", "zh-loc"],
  ["你们多久进行一次渗透测试？", "zh-pen"],
  ["合同结束后数据会被删除吗", "zh-del"],
  ["ข้อมูลถูกเข้ารหัสหรือไม่", "th-enc"],
  ["ข้อมูลของเราถูกจัดเก็บที่ไหน", "th-loc"],
  ["คุณสำรองข้อมูลบ่อยแค่ไหน", "th-backup"],
])("%s is answered first by %s", (question, id) => expect(found(question)[0]).toBe(id));

test.each([
  ["ペネトレーションテスト", "en-pen"],
  ["การเข้ารหัส", "en-enc"],
  ["加密", "en-enc"],
  ["pentest", "zh-pen"],
])("%s finds what another language calls so: %s", (term, id) => expect(found(term)).toContain(id));
