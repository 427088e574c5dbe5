import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expect, PASSWORD, test } from "./fixtures.ts";
import { isSound } from "./sound.ts";
import { wording } from "../wording.ts";

const main = (page: Page) => page.getByRole("main");

/** Sets up two-factor sign-in on the account page, which must be open. */
async function enrol(page: Page): Promise<void> {
  const panel = page.getByRole("region", { name: "Two-factor sign-in" });
  const password = panel.getByLabel("Current password");
  // It is open where an organization asks for it.
  if (!(await password.isVisible())) await panel.locator("summary").click();
  await password.fill(PASSWORD);
  await panel.getByRole("button", { name: wording.setUpTwoFactor }).click();
  const secret = await panel.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await panel
    .getByLabel("Code", { exact: true })
    .fill(new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, "")) }).generate());
  await panel.getByRole("button", { name: "Turn on" }).click();
  await expect(panel.getByRole("group", { name: "Recovery codes" })).toBeVisible();
}

test("a colleague is invited by mail, joins, gets another role, is signed out and removed; the audit tells it all", async ({
  page,
  context,
  people,
  enterAs,
  faults,
  baseURL,
}) => {
  // Two people, two browsers, and the mail between them.
  test.slow();
  const org = await people.foundTeam();
  const email = `nia-${randomBytes(5).toString("hex")}@new.example`;
  await enterAs(org.owner.email);
  await page.goto("/team");
  await page.getByRole("link", { name: "Invite" }).click();
  await isSound(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Editor").check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("status").first()).toContainText(
    `An invitation to ${email} was sent.`,
  );
  await isSound(page);
  await page.getByRole("button", { name: `Send again to ${email}` }).click();
  await expect(page.getByRole("status").first()).toContainText("A new invitation");

  const link =
    /http\S+\/sign-in\/invitation\?token=\S+/.exec(
      await people.lastMail(email, "team-invitation"),
    )?.[0] ?? "";
  expect(link.startsWith(`${baseURL}/sign-in/invitation?token=`)).toBe(true);
  await context.clearCookies();
  // A scanner looks first.
  for (let i = 0; i < 3; i += 1) expect((await page.request.get(link)).status()).toBe(200);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Join ${org.name}`);
  await isSound(page);
  await page.getByLabel("Name").fill("Nia New");
  await page.getByLabel("Password").fill("a few words of Nia's");
  await page.getByRole("button", { name: "Join the team" }).click();
  await expect(page).toHaveURL(/\/home$/);
  const nia = (await context.cookies()).filter(({ name }) => name === "otc_staff");
  faults.expectDocument(404);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(wording.invitationGone);

  await enterAs(org.owner.email);
  await page.goto("/team");
  await page.getByRole("link", { name: "Nia New" }).click();
  await expect(main(page)).toContainText("Editor of");
  await isSound(page);
  await page.getByLabel("Reviewer").check();
  await page.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByRole("status").first()).toContainText("Nia New is now reviewer.");
  await page.getByRole("button", { name: "End all sessions" }).click();
  await expect(main(page)).toContainText(/No session shows .+ now/);
  await page.locator("summary", { hasText: "Remove Nia New" }).click();
  await page.getByRole("button", { name: "Remove from the team" }).click();
  await expect(page.getByRole("status").first()).toContainText("Nia New is no longer on the team.");
  await expect(page.getByRole("region", { name: "Everyone on the team" })).not.toContainText(email);

  await page.goto("/audit");
  await page.locator("summary", { hasText: "Filters" }).click();
  await page.getByLabel("What").selectOption({ label: "Team and roles" });
  await page.getByLabel("Who").fill(org.owner.name);
  await page.getByRole("button", { name: "Search" }).click();
  const entries = page.getByRole("region", { name: "Audit entries" });
  for (const words of [
    "Role removed",
    "Sessions of a team member ended",
    "Role changed",
    "Invitation to the team sent again",
    "Team member invited",
  ])
    await expect(entries).toContainText(words);
  await isSound(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^audit-${org.slug}-.*\\.csv$`));
  faults.expectDocument(400);
  await page.goto("/audit?from=2026-03-02&to=2026-03-01");
  await expect(page.getByRole("alert")).toContainText("The last day is before the first.");
  await isSound(page);

  // Signed out whole: there was no other org.
  await context.clearCookies();
  await context.addCookies(nia);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in\?redirectTo=/);
});

test("a team that requires two-factor sign-in leads who has none to it before anything else", async ({
  page,
  people,
  enterAs,
}) => {
  // Two people, two browsers, and the mail between them.
  test.slow();
  const org = await people.foundTeam();
  const colleague = await people.hire({ [org.slug]: "editor" });
  await enterAs(org.owner.email);
  await page.goto("/team");
  await page.getByRole("link", { name: "turn it on for yourself" }).click();
  await enrol(page);
  await page.goto("/team");
  await page.getByRole("button", { name: "Require two-factor sign-in" }).click();
  await expect(page.getByRole("status").first()).toContainText(
    "Two-factor sign-in is now required for everyone on the team.",
  );
  await isSound(page);

  await enterAs(colleague.email);
  for (const path of ["/documents", `/${org.slug}`]) {
    await page.goto(path);
    await expect(page).toHaveURL("/account");
  }
  await expect(main(page)).toContainText(`${org.name} requires two-factor sign-in.`);
  await isSound(page);
  await enrol(page);
  await page.goto("/documents");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documents");
});

test("who runs the installation makes an org, suspends, resumes and deletes it", async ({
  page,
  enterAs,
  faults,
}) => {
  // Two people, two browsers, and the mail between them.
  test.slow();
  const slug = `org-${randomBytes(5).toString("hex")}`;
  await enterAs("owner@acme.example");
  await page.goto("/installation");
  await isSound(page);
  await page.getByRole("link", { name: "Add organization" }).click();
  await isSound(page);
  await page.getByLabel("Name").fill(`Org ${slug}`);
  await page.getByLabel("URL slug").fill(slug);
  await page.getByLabel("Owner’s email").fill("editor@acme.example");
  await page.getByRole("button", { name: "Add organization" }).click();
  await expect(page.getByRole("status").first()).toContainText(`Org ${slug} was added.`);
  await page.getByRole("link", { name: `Org ${slug}` }).click();
  await isSound(page);
  await page.getByLabel("Reason").fill("The contract ended.");
  await page.getByRole("button", { name: "Suspend" }).click();
  await expect(main(page)).toContainText("The contract ended.");
  await isSound(page);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("status").first()).toContainText("The organization is active again.");
  await page.getByRole("button", { name: "Suspend" }).click();
  faults.expectDocument(409);
  await page.getByLabel(`Type “${slug}” to confirm`).fill("acme");
  await page.getByRole("button", { name: "Delete organization" }).click();
  await expect(page.getByRole("alert")).toContainText(`Type “${slug}” to confirm.`);
  await page.getByLabel(`Type “${slug}” to confirm`).fill(slug);
  await page.getByRole("button", { name: "Delete organization" }).click();
  await expect(page.getByRole("status").first()).toContainText(`Org ${slug} was deleted.`);

  await enterAs("editor@acme.example");
  faults.expectDocument(404);
  await page.goto("/installation");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});
