import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { wording } from "../wording.ts";

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><rect width="120" height="30" rx="6" fill="#0b5d4e"/></svg>';
const DOCUMENTS = [
  ["SOC 2 report.txt", "SOC 2 Report"],
  ["Pentest 2026.txt", "Pentest Report"],
  ["Information Security Policy.txt", "Information Security Policy"],
  ["DPA.txt", "Data Processing Agreement"],
  ["SIG Lite.txt", "SIG Lite"],
] as const;
const MOST = 25;

interface Installation {
  origin: string;
  setup: string;
  end: () => Promise<void>;
}

/** The built server on an empty folder: what it prints first is the link to set it up. */
async function startEmpty(port: number): Promise<Installation> {
  const folder = mkdtempSync(path.join(tmpdir(), "trust-center-day-one-"));
  const server: ChildProcess = spawn(process.execPath, ["build/server/index.js"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: folder,
      DEMO: "off",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  let printed = "";
  const setup = await new Promise<string>((resolve, reject) => {
    server.once("exit", () => reject(new Error(`the server ended: ${printed}`)));
    server.stdout?.on("data", (piece: Buffer) => {
      printed += piece.toString();
      const link = /http\S+\/setup\?token=\S+/.exec(printed)?.[0];
      if (link !== undefined && printed.includes("Ready: ")) resolve(link);
    });
  });
  return {
    origin: new URL(setup).origin,
    setup,
    end: async () => {
      server.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Counts what a person does: every page opened, field filled, file chosen and button pressed. */
class Hands {
  readonly #page: Page;
  actions = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(address: string): Promise<void> {
    this.actions += 1;
    await this.#page.goto(address);
  }

  async fill(label: string, text: string): Promise<void> {
    this.actions += 1;
    await this.#page.getByLabel(label).fill(text);
  }

  async press(name: string): Promise<void> {
    this.actions += 1;
    await this.#page.getByRole("button", { name, exact: true }).click();
  }

  async follow(name: string): Promise<void> {
    this.actions += 1;
    await this.#page.getByRole("link", { name, exact: true }).click();
  }

  async drop(label: string, files: { name: string; mimeType: string; text: string }[]) {
    this.actions += 1;
    await this.#page
      .getByLabel(label)
      .setInputFiles(files.map(({ text, ...file }) => ({ ...file, buffer: Buffer.from(text) })));
  }
}

test("from an empty folder to a published portal with five documents in at most 25 actions", async ({
  page,
  javaScriptEnabled,
}, { project }) => {
  // A server of its own starts, and its whole first day passes.
  test.slow();
  const base = Number(new URL(project.use.baseURL ?? "").port);
  const installation = await startEmpty(base + (javaScriptEnabled === false ? 2_405 : 2_404));
  try {
    const hands = new Hands(page);
    const heading = page.getByRole("heading", { level: 1 });
    await hands.open(installation.setup);
    await hands.fill("Organization name", "Hooli");
    await hands.fill("URL slug", "hooli");
    await hands.fill("Email", "owner@hooli.example");
    await hands.fill("Password", "a long password of Hooli's");
    await page.getByRole("button").last().click();
    hands.actions += 1;
    await expect(heading).toHaveText("Welcome. Let’s publish Hooli’s trust center.");
    await hands.follow("Begin");

    await expect(heading).toHaveText(wording.whatYouHave);
    await hands.drop(
      "Files",
      DOCUMENTS.map(([name]) => ({ name, mimeType: "text/plain", text: `${name} of Hooli` })),
    );
    if (javaScriptEnabled === false) await hands.press("Upload");
    for (const [name] of DOCUMENTS)
      await expect(page.getByRole("group", { name })).toContainText("Suggested from its name");
    await hands.press("Save and continue");

    await expect(heading).toHaveText(wording.whatName);
    await expect(page.getByRole("status").first()).toContainText("5 documents linked");
    await hands.fill("Portal title", "Trust Desk");
    await hands.press("Save and continue");
    await expect(heading).toHaveText("Add your logo");
    await hands.drop("File", [{ name: "logo.svg", mimeType: "image/svg+xml", text: LOGO }]);
    await hands.press("Save and continue");
    await expect(heading).toHaveText("Choose your color");
    await hands.press("Save and continue");
    await expect(heading).toHaveText(wording.whatAnyoneSees);
    await hands.press("Save and continue");
    await expect(heading).toHaveText(wording.whichCertifications);
    await hands.press("Skip this step");
    await expect(heading).toHaveText(wording.whichControls);
    for (const group of ["Access", "Customer data"])
      if (javaScriptEnabled === false) await hands.follow(`Select all: ${group}`);
      else await hands.press(`Select all: ${group}`);
    await hands.press("Save and continue");
    await expect(heading).toHaveText("Publish");
    await expect(page.getByRole("status").first()).toContainText("12 controls added");
    await hands.press("Publish");
    await expect(page.getByRole("region", { name: wording.isPublic })).toBeVisible();
    expect(hands.actions).toBeLessThanOrEqual(MOST);

    await page.context().clearCookies();
    await page.goto(`${installation.origin}/hooli`);
    await expect(heading).toHaveText("Hooli Trust Desk");
    for (const [, title] of DOCUMENTS) await expect(page.getByText(title).first()).toBeVisible();
  } finally {
    await installation.end();
  }
});
