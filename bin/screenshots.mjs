// npm run screenshots: the pictures of the documentation, docs/images, taken of the demo on a server of their own. Each
// is taken in light colors at two widths. What was started, and the data folder, end with it. With names behind it, such
// as npm run screenshots -- inbox, only those are taken.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import PostalMime from "postal-mime";
import { dataFolder, PASSWORD, startProduct } from "../bench/servers.mjs";
import { buildApplication, installPackages, root } from "./prepare.mjs";
import { findTools } from "./tools.mjs";

/** Widths and heights of the window, in pixels. */
const SIZES = [
  { width: 1280, height: 860 },
  { width: 360, height: 760 },
];
const OWNER = "owner@acme.example";
const MEMBER = "riley@customer.example";

/** What is shown: the name of the picture, who looks, and how they come there. */
const SCENES = [
  { name: "portal", by: null, show: (page) => page.goto("/acme") },
  { name: "document", by: MEMBER, show: openDocument },
  { name: "answer", by: MEMBER, show: askQuestion },
  { name: "inbox", by: OWNER, show: (page) => page.goto("/inbox") },
  {
    name: "edit",
    by: OWNER,
    show: (page) => page.goto("/acme/edit/cards/Reports/items/Reports.soc2"),
  },
];

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);

process.chdir(root);
installPackages();
await findTools(false);
buildApplication();
const folder = dataFolder();
const server = await startProduct(folder);
const origin = `http://localhost:${server.port}`;
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const images = path.join(root, "docs/images");
  mkdirSync(images, { recursive: true });
  const states = new Map([[null, undefined]]);
  for (const by of [OWNER, MEMBER]) states.set(by, await signedIn(by));
  for (const { name, by, show } of SCENES.filter(({ name: one }) => isWanted(one)))
    for (const viewport of SIZES) {
      const file = path.join(images, `${name}-${viewport.width}.webp`);
      writeFileSync(file, await taken({ viewport, storageState: states.get(by) }, show));
      console.log(path.relative(root, file));
    }
} finally {
  await browser.close();
  await server.stop();
}

/** One picture, as WebP. */
async function taken(options, show) {
  const context = await browser.newContext({
    ...options,
    baseURL: origin,
    colorScheme: "light",
    reducedMotion: "reduce",
    deviceScaleFactor: 1,
    locale: "en-US",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  await show(page);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() =>
    Promise.all([
      document.fonts.ready,
      ...[...document.images]
        .filter((image) => image.loading !== "lazy")
        .map((image) => image.decode().catch(() => null)),
    ]),
  );
  const protocol = await context.newCDPSession(page);
  const { data } = await protocol.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  await context.close();
  return Buffer.from(data, "base64");
}

/** The cookies of a person who has signed in: staff by password, a member by the link of the email. */
async function signedIn(email) {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  if (email === OWNER) {
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/home");
  } else {
    await page.goto("/acme?loginRequest=true");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.goto(await linkOfEmail(email));
    await page.getByRole("button", { name: "Sign in to Trust Center" }).click();
    await page.waitForURL((url) => !url.search.includes("token"));
  }
  const state = await context.storageState();
  await context.close();
  return state;
}

/** The link that signs a person in, once the email stands in the data folder. */
async function linkOfEmail(email) {
  const place = path.join(folder, "mail");
  for (let tries = 0; tries < 100; tries += 1) {
    for (const name of readdirSync(place).sort().toReversed()) {
      if (!name.endsWith(".eml")) continue;
      const { to, text } = await new PostalMime().parse(readFileSync(path.join(place, name)));
      const link = /http\S+sign-in-link\?token=[\w-]+/.exec(text ?? "")?.[0];
      if (link !== undefined && to?.some(({ address }) => address === email)) return link;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`There is no sign-in email to ${email} in ${place}.`);
}

async function openDocument(page) {
  await page.goto("/acme/card/Reports");
  const links = page.getByRole("dialog").getByRole("link", { name: /^View / });
  await links.first().click();
  await page.waitForURL("**/view**");
}

async function askQuestion(page) {
  await page.goto("/acme");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: /^Search / });
  await dialog.getByRole("button", { name: "Ask AI", exact: true }).click();
  const field = dialog.getByRole("searchbox", { name: "Ask a question" });
  await field.fill("How is our data encrypted?");
  await field.press("Enter");
  await dialog.getByRole("heading", { name: "Answer" }).waitFor();
}
