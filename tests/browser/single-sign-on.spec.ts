import { CLIENT, SignOnProvider } from "../sign-on-provider.ts";
import { expect, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";

const PROOF = "proved by the test";

test(
  "a company sets its provider up, tests it, and somebody new signs in by it",
  { tag: "@chromium" },
  async ({ page, context, people, enterAs, faults, baseURL }, { project }) => {
    const port = Number(new URL(baseURL ?? "").port) + (project.name === "scripts" ? 2_000 : 2_001);
    const provider = await SignOnProvider.open("localhost", port);
    faults.expectOrigins(provider.issuer);
    const { slug, owner } = await people.found("Harbor Cloud");
    const domain = `${slug}.example`;
    await people.proveDomain(slug, domain, PROOF);
    await enterAs(owner);
    await page.goto("/settings/single-sign-on");
    await expect(page.getByText("Verified", { exact: true })).toBeVisible();
    const callback = /http:\S+\/callback/.exec(await page.locator("main").innerText())?.[0] ?? "";
    provider.addClient(callback);
    provider.people.set("1", { email: owner, email_verified: true, name: "Robin Vale" });
    provider.people.set("2", { email: `nora@${domain}`, email_verified: true, name: "Nora" });

    await page.getByLabel("Issuer").fill(provider.issuer);
    await page.getByLabel("Client ID").fill(CLIENT.id);
    await page.getByLabel("Client secret", { exact: true }).fill(CLIENT.secret);
    await page.getByLabel("People who are not on your team yet").selectOption("viewer");
    await page.getByLabel("Use single sign-on").check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await isSoundAsItStands(page);

    provider.person = "1";
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Single sign-on test");
    await expect(
      page.getByText("would sign in and stay an owner. Nothing was changed."),
    ).toBeVisible();
    await isSoundAsItStands(page);

    await context.clearCookies();
    provider.person = "2";
    await page.goto("/sign-in?redirectTo=/account");
    await page.getByLabel("Email").fill(`nora@${domain}`);
    await page.getByRole("button", { name: "Continue" }).click();
    const button = page.getByRole("button", { name: "Continue with Harbor Cloud" });
    await expect(button).toBeVisible();
    await isSoundAsItStands(page);
    await button.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
    await expect(page.getByText("Single sign-on, signed in there")).toBeVisible();

    // The provider fails: the page says so, and the way back stands on it.
    faults.expectDocument(400);
    await context.clearCookies();
    provider.close();
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(owner);
    await page.getByRole("button", { name: "Continue" }).click();
    await button.click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("Password")).toBeVisible();
    await isSoundAsItStands(page);
  },
);
