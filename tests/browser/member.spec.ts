import { expect, test } from "./fixtures.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";

test("an approved member sees what the grant opens: documents by name, the hidden item, private updates, questions for accounts", async ({
  page,
  enterAs,
}) => {
  await enterAs(RILEY);
  await page.goto("/acme/card/Reports");
  const drawer = page.getByRole("dialog", { name: "Reports" });
  await expect(drawer.getByRole("article", { name: "Network Diagram" })).toContainText(
    "Zones, trust boundaries and the paths between them",
  );
  // Two reports and the bridge letter.
  await expect(
    drawer
      .getByRole("article", { name: "SOC 2 Report" })
      .getByRole("listitem")
      .filter({ hasText: "PDF" }),
  ).toHaveCount(3);
  await expect(drawer.getByRole("article", { name: "Code Review Report" })).toHaveCount(0);
  await expect(drawer.getByText("Public Access")).toHaveCount(0);
  await page.goto("/acme/faq?q=cyber+insurance");
  await expect(
    page.getByText("Can you name us as certificate holder on your cyber insurance?"),
  ).toBeVisible();
  await page.goto("/acme/faq?q=FedRAMP");
  await expect(page.getByText(wording.noResults)).toBeVisible();
  await page.goto("/acme/updates?page=2");
  await expect(page.getByText("DORA addendum for financial entities")).toBeVisible();
  await expect(page.getByText("Late sign-in codes by text message")).toHaveCount(0);
});

test("the account menu names the member, the account and its review status", async ({
  page,
  enterAs,
}) => {
  const people = [
    { email: RILEY, name: "Riley Novak", account: "Customer Inc", status: "Approved" },
    {
      email: "sam@prospect.example",
      name: "Sam Okoye",
      account: "Prospect AG",
      status: "Pending review",
    },
    {
      email: "kim@expired.example",
      name: "Kim Lindgren",
      account: "Expired Ltd",
      status: "Expired",
    },
  ];
  for (const { email, name, account, status } of people) {
    await page.context().clearCookies();
    await enterAs(email);
    await page.goto("/acme");
    const menu = page.getByRole("banner").locator("details").last();
    await menu.locator("summary").click();
    await expect(menu).toContainText(name);
    await expect(menu).toContainText(email);
    await expect(menu).toContainText(account);
    await expect(menu).toContainText(status);
  }
});

test("a pending member and one whose access has ended see what the public sees", async ({
  page,
  enterAs,
}) => {
  await page.goto("/acme/card/Reports");
  const visible = await page.getByRole("dialog").innerText();
  for (const email of ["sam@prospect.example", "kim@expired.example"]) {
    await page.context().clearCookies();
    await enterAs(email);
    await page.goto("/acme/card/Reports");
    expect(await page.getByRole("dialog").innerText(), email).toBe(visible);
  }
});

test("a member of acme is nobody on globex's portal, and on acme's own domain", async ({
  page,
  context,
  people,
  domainOrigin,
}) => {
  const { name, value } = await people.session(RILEY);
  await context.setExtraHTTPHeaders({ Cookie: `${name}=${value}` });
  for (const portal of ["/globex", domainOrigin]) {
    await page.goto(portal);
    await expect(page.getByRole("banner").getByRole("link", { name: "Get access" })).toBeVisible();
  }
});

test("a product without a grant looks to the member as it looks to the public", async ({
  page,
  enterAs,
}) => {
  await page.goto("/acme/product/Acme+Data+Lake/card/Reports");
  const visible = await page.getByRole("dialog").innerText();
  await enterAs(RILEY);
  await page.goto("/acme/product/Acme+Data+Lake/card/Reports");
  expect(await page.getByRole("dialog").innerText()).toBe(visible);
});

test("a member's first screen says how many documents are open and until when, and narrows the list to them", async ({
  page,
  enterAs,
}) => {
  await enterAs(RILEY);
  await page.goto("/acme");
  const review = page.getByRole("region", { name: "Your access" });
  await expect(review).toContainText(/\d+ documents are open to you until \w+ \d+, \d{4}\./);
  await expect(review.getByRole("link", { name: "Download all" })).toBeVisible();
  const documents = page.getByRole("region", { name: "Documents", exact: true });
  await review.getByRole("link", { name: "See your documents" }).click();
  await expect(documents.getByText("Locked")).toHaveCount(0);
  await expect(documents.getByRole("link", { name: /SOC 2 Report/ })).toBeVisible();
  await documents.getByRole("link", { name: "Show all documents" }).click();
  await expect(documents.getByText("Locked").first()).toBeVisible();
  await documents.getByRole("link", { name: "Only what I can open" }).click();
  await expect(documents.getByText("Locked")).toHaveCount(0);
});
