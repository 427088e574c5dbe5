import { expect, test } from "./fixtures.ts";

test("opening a question is told to the server where scripts run, and by nothing else", async ({
  page,
  javaScriptEnabled,
}) => {
  const told: { status: number; body: string | null }[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname === "/acme/events")
      told.push({ status: response.status(), body: response.request().postData() });
  });
  await page.goto("/acme/faq");
  const question = page.locator("main details").first();
  await question.locator("summary").click();
  await expect(question).toHaveAttribute("open");
  await question.locator("summary").click();
  await expect(question).not.toHaveAttribute("open");
  const id = await question.getAttribute("data-details");
  const events = [true, false].map((open) => ({
    status: 204,
    body: JSON.stringify({ name: "more details toggled", id, open }),
  }));
  if (javaScriptEnabled) await expect.poll(() => told).toEqual(events);
  else expect(told).toEqual([]);
});
