import { describe, expect, test } from "vitest";
import { hashPassword, randomPassword, verifyPassword } from "#staff/auth/sign-in/password.ts";
import { testInFive } from "../in-turn.ts";

describe("a password", () => {
  testInFive("is the one that was hashed, and no other", async () => {
    const stored = await hashPassword("correct horse battery");
    expect(await verifyPassword("correct horse battery", stored)).toBe(true);
    expect(await verifyPassword("correct horse batterY", stored)).toBe(false);
    expect(await verifyPassword("", stored)).toBe(false);
  });

  testInFive("is stored with its parameters and a salt of its own", async () => {
    const [one, other] = await Promise.all([
      hashPassword("same password"),
      hashPassword("same password"),
    ]);
    expect(one).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain("same");
  });

  test("is checked with the parameters that it was stored with", async () => {
    const weaker =
      "scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$KcQzI4vVcwxNqKSh3w3Zjhb0vV-w5a0Gg9G3mvZ0Nlo";
    expect(await verifyPassword("anything", weaker)).toBe(false);
  });

  testInFive("is the same however the keyboard composes it", async () => {
    const stored = await hashPassword("caf\u00e9 au lait");
    expect(await verifyPassword("cafe\u0301 au lait", stored)).toBe(true);
  });

  testInFive("of nobody is never right", async () => {
    expect(await verifyPassword("", null)).toBe(false);
    expect(await verifyPassword("anything", null)).toBe(false);
  });

  testInFive("of nobody takes as long as one of somebody", async () => {
    const stored = await hashPassword("correct horse battery");
    const time = async (hash: string | null) => {
      const before = process.cpuUsage();
      await verifyPassword("wrong", hash);
      return process.cpuUsage(before).user;
    };
    // Processor time, turn and turn about, and the least of each: what else the machine does must not decide.
    let [somebody, nobody] = [Infinity, Infinity];
    for (let i = 0; i < 6; i += 1) {
      somebody = Math.min(somebody, await time(stored));
      nobody = Math.min(nobody, await time(null));
    }
    expect(nobody).toBeGreaterThan(somebody * 0.5);
    expect(nobody).toBeLessThan(somebody * 2);
  });

  testInFive("is checked beside many others, each with its own answer", async () => {
    const stored = await hashPassword("the right one");
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        verifyPassword(i % 3 === 0 ? "the right one" : "a wrong one", stored),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 12 }, (_, i) => i % 3 === 0));
  });

  test("that is stored in a damaged form is an error, not a way in", async () => {
    for (const stored of ["", "plain", "scrypt$1$8$1$$", "scrypt$32768$8$1$AAAA$AAAA"]) {
      await expect(verifyPassword("x", stored)).rejects.toThrow(/stored password hash/);
    }
  });

  test("made at random is long, readable and never the same", () => {
    const made = Array.from({ length: 200 }, randomPassword);
    for (const password of made)
      expect(password).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){3}$/);
    expect(new Set(made).size).toBe(200);
  });
});
