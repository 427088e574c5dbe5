import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import {
  newRecoveryCodes,
  newTotpSecret,
  qrCode,
  recoveryCodeHash,
  totpSetup,
  totpStep,
} from "#staff/auth/sign-in/totp.ts";
import { InstallationKey, SealBroken } from "#platform/files/installation-key.ts";

const key = new InstallationKey(randomBytes(32));
const NOW = new Date("2026-11-20T12:00:10Z");
const STEP = Math.floor(NOW.getTime() / 30_000);

function codeAt(sealed: string, moment: Date): string {
  const secret = totpSetup(
    key,
    sealed,
    "owner@acme.example",
    "https://trust.example",
  ).secretText.replace(/ /g, "");
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: moment.getTime() });
}

function shifted(seconds: number): Date {
  return new Date(NOW.getTime() + seconds * 1_000);
}

describe("a code of the app", () => {
  const sealed = newTotpSecret(key);

  test.each([
    ["the current step", 0, STEP],
    ["the step before", -30, STEP - 1],
    ["the step after", 30, STEP + 1],
  ])("is right in %s", (_name, seconds, step) => {
    expect(totpStep(key, sealed, codeAt(sealed, shifted(seconds)), NOW)).toBe(step);
  });

  test.each([-3_600, -90, -60, 60, 90, 3_600])("is wrong %d seconds off", (seconds) => {
    expect(totpStep(key, sealed, codeAt(sealed, shifted(seconds)), NOW)).toBeNull();
  });

  test("may be typed with spaces", () => {
    const code = codeAt(sealed, NOW);
    expect(totpStep(key, sealed, ` ${code.slice(0, 3)} ${code.slice(3)} `, NOW)).toBe(STEP);
  });

  test.each(["", "12345", "1234567", "abcdef", "１２３４５６", "-12345", "1e5000"])(
    "is six digits, which %j is not",
    (code) => {
      expect(totpStep(key, sealed, code, NOW)).toBeNull();
    },
  );

  test("of another person is wrong", () => {
    expect(totpStep(key, newTotpSecret(key), codeAt(sealed, NOW), NOW)).toBeNull();
  });
});

describe("the secret", () => {
  test("is sealed: another installation can't use it", () => {
    const sealed = newTotpSecret(key);
    const other = new InstallationKey(randomBytes(32));
    expect(() => totpStep(other, sealed, "123456", NOW)).toThrow(SealBroken);
  });

  test("comes to the app as an otpauth address and as text", () => {
    const { uri, secretText } = totpSetup(
      key,
      newTotpSecret(key),
      "owner@acme.example",
      "https://trust.example:8443",
    );
    const url = new URL(uri);
    expect(url.protocol).toBe("otpauth:");
    expect(url.host).toBe("totp");
    expect(decodeURIComponent(url.pathname)).toBe(
      "/Open Trust Center (trust.example):owner@acme.example",
    );
    expect(url.searchParams.get("issuer")).toBe("Open Trust Center (trust.example)");
    expect(url.searchParams.get("secret")).toBe(secretText.replace(/ /g, ""));
    expect(secretText).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  });

  test("fits a QR code with a quiet zone of four modules", () => {
    const { uri } = totpSetup(
      key,
      newTotpSecret(key),
      "owner@acme.example",
      "https://trust.example",
    );
    const { size, path } = qrCode(uri);
    expect(path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    const columns = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    expect(Math.min(...columns)).toBe(4);
    expect(Math.max(...columns)).toBe(size - 5);
  });
});

describe("recovery codes", () => {
  test("are ten, each of its own", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  });

  test("are the same however they are typed", () => {
    const hash = recoveryCodeHash("person", "abcd-lo2e-fghi-jkmn");
    for (const typed of [
      "ABCD-LO2E-FGHI-JKMN",
      "abcdlo2efghijkmn",
      " abcd lo2e fghi jkmn ",
      "abcd-102e-fghi-jkmn",
    ]) {
      expect(recoveryCodeHash("person", typed), typed).toBe(hash);
    }
  });

  test("belong to one person", () => {
    expect(recoveryCodeHash("person", "abcd")).not.toBe(recoveryCodeHash("somebody", "abcd"));
  });
});
