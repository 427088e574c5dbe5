/**
 * The field by which the same form sent twice is known: random, of one page and one person, and in
 * no form that visitors share. No form's own schema sees it.
 */
export const ONCE_FIELD = "formOnce";

/** Heads the form of somebody whose session had ended when they sent it. */
export const STILL_HERE =
  "You were signed out. What you typed is still here. Nothing has been saved yet. Check it and send it again.";

/** So many bytes of a form's fields wait for a sign-in. */
export const MOST_KEPT_BYTES = 256 * 1024;

/** Words in a field's name that say that its value is a secret. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  "password",
  "passphrase",
  "pass",
  "secret",
  "token",
  "tokens",
  "code",
  "codes",
  "otp",
  "totp",
  "jwt",
  "credential",
  "credentials",
]);

/**
 * Whether a field's value never waits for a sign-in, by the words of its name: passwords, codes,
 * keys and tokens. The name is split where a capital letter, a digit or a mark begins a new word.
 */
export function isSecretField(name: string): boolean {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(/[^a-z]/);
  return words.some(
    (word, at) => SECRET_WORDS.has(word) || (word === "key" && words[at - 1] !== "public"),
  );
}
