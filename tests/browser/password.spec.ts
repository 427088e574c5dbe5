import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, PASSWORD, signIn, test } from "./fixtures.ts";
import { isSoundAsItStands } from "./sound.ts";
import { wording } from "../wording.ts";

const run = promisify(execFile);
const NEW = "another horse, another battery";

test("who forgot the password chooses a new one by a link in a mail", async ({
  page,
  people,
  baseURL,
  faults,
}) => {
  const person = await people.hire({ acme: "editor" });
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status")).toContainText(
    `If ${person.email} belongs to a team member, we have emailed them a link.`,
  );

  const link =
    /http\S+\/sign-in\/password\?token=\S+/.exec(
      await people.lastMail(person.email, "staff-password-link"),
    )?.[0] ?? "";
  expect(link.startsWith(`${baseURL}/sign-in/password?token=`)).toBe(true);
  // A scanner looks first.
  for (let i = 0; i < 3; i += 1) expect((await page.request.get(link)).status()).toBe(200);
  const { stdout } = await run("lynx", ["-dump", "-nolist", "-display_charset=utf-8", link]);
  expect(stdout).toContain("Choose a new password");

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await isSoundAsItStands(page);
  await page.getByLabel("New password").fill(NEW);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("status")).toContainText(wording.passwordChanged);
  expect(await people.lastMail(person.email, "staff-password-changed")).toContain(
    wording.passwordChanged,
  );

  faults.expectDocument(404);
  await page.goto(link);
  await expect(page.getByRole("link", { name: wording.getNewLink })).toHaveAttribute(
    "href",
    "/sign-in/forgotten",
  );
  faults.expectDocument(400);
  await signIn(page, person.email, { password: PASSWORD });
  await expect(page.getByRole("alert")).toContainText(wording.wrongPassword);
  await signIn(page, person.email, { password: NEW });
  await expect(page).toHaveURL(/\/home$/);
});

test("the journey works in lynx, from the form to the sign-in page", async ({
  people,
  baseURL,
}) => {
  const person = await people.hire({ acme: "viewer" });
  const post = (path: string, fields: string) =>
    run("bash", [
      "-c",
      `printf '%s' "$1" | lynx -dump -nolist -accept_all_cookies -display_charset=utf-8 -post_data "$2"`,
      "bash",
      `${fields}\n---\n`,
      `${baseURL}${path}`,
    ]);
  const asked = await post(
    "/sign-in/forgotten",
    new URLSearchParams({ email: person.email }).toString(),
  );
  expect(asked.stdout.replace(/\s+/g, " ")).toContain("we have emailed them a link");
  const link =
    /\/sign-in\/password\?token=\S+/.exec(
      await people.lastMail(person.email, "staff-password-link"),
    )?.[0] ?? "";
  const { stdout: source } = await run("lynx", ["-source", `${baseURL}${link}`]);
  const issued = /name="issued" value="([^"]+)"/.exec(source)?.[1] ?? "";
  const changed = await post(link, new URLSearchParams({ issued, newPassword: NEW }).toString());
  expect(changed.stdout.replace(/\s+/g, " ")).toContain(wording.passwordChanged);
});
