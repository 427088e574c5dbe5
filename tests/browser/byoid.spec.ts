import { createPrivateKey, createPublicKey, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { DOMAIN, expect, signIn, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

/** One key for both projects, which share a server: an Ed25519 key of a seed that everybody knows. */
const KEY = createPrivateKey({
  key: Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    Buffer.alloc(32, "a key for tests alone"),
  ]),
  format: "der",
  type: "pkcs8",
});
const PUBLIC_KEY = createPublicKey(KEY).export({ type: "spki", format: "pem" }).toString();

function tokenOf(email: string, changes: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({
    iss: "https://id.acme.example",
    aud: "acme-trust",
    iat: now,
    exp: now + 300,
    jti: randomUUID(),
    email,
    given_name: "Jo",
    family_name: "Ferreira",
    company: "Ferreira Lda",
    ...changes,
  })
    .setProtectedHeader({ alg: "EdDSA" })
    .sign(KEY);
}

test("staff set the identity provider up and test a token; its person comes in by one button, once", async ({
  page,
  context,
  domainOrigin,
  faults,
}) => {
  // The identity provider, the portal and the mail are three places.
  test.slow();
  const email = `jo-${randomUUID().slice(0, 8)}@ferreira.example`;
  await signIn(page, "owner@acme.example", { redirectTo: "/settings/byoid" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Identity provider");
  await page.getByRole("checkbox", { name: "People can sign in with a token" }).check();
  await page.getByLabel("Issuer").fill("https://id.acme.example");
  await page.getByLabel("Audience").fill("acme-trust");
  await page.getByRole("radio", { name: "One key, pasted here" }).check();
  await page.getByLabel("Permission profile").selectOption({ index: 1 });
  await page.getByLabel("Public key", { exact: true }).fill("no key");
  faults.expectDocument(400);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(wording.invalidPublicKey).first()).toBeVisible();
  await isSoundAsItStands(page);
  await page.getByLabel("Public key", { exact: true }).fill(PUBLIC_KEY);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  const token = await tokenOf(email);
  await page.getByLabel("Token", { exact: true }).fill(token);
  await page.getByRole("button", { name: "Test" }).click();
  await expect(
    page.getByText(`The token is valid. It belongs to Jo Ferreira, ${email}, at Ferreira Lda.`),
  ).toBeVisible();
  await isSoundAsItStands(page);

  // The person's own browser is another one; on the company's own domain this one is nobody yet.
  await page.goto(`${domainOrigin}/?byoidJwt=${token}`);
  await expect(page).toHaveURL(
    new RegExp(`^http://${DOMAIN}:\\d+/byoid/[\\w-]+/welcome\\?byoidJwt=`),
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Welcome to Acme Cloud's Trust Center",
  );
  await expect(page.getByText(email)).toBeVisible();
  await isSoundAsItStands(page);
  await page.getByRole("button", { name: "Sign in to Trust Center" }).click();
  await expect(
    page.getByRole("heading", { name: "Welcome to Acme Cloud's Trust Center" }),
  ).toBeVisible();
  expect(page.url()).not.toContain("byoidJwt");
  await page.getByRole("link", { name: "Let's Go" }).click();
  await expect(page.getByText("Account: Jo Ferreira")).toBeAttached();

  // Somebody who found the address later.
  await context.clearCookies();
  faults.expectDocument(400);
  await page.goto(`${domainOrigin}/byoid/acme/welcome?byoidJwt=${token}`);
  await expect(page.getByRole("alert")).toContainText("This sign-in token was already used.");
  await isSoundAsItStands(page);
  await page.getByRole("link", { name: "Sign in by email" }).click();
  await expect(
    page.getByRole("heading", { name: "Get access to Acme Cloud's Trust Center" }),
  ).toBeVisible();
});
