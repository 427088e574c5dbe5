import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { addressOf, choose, fill, follow, Lynx, press, tick } from "./lynx.ts";
import { newestMail } from "./mails.ts";
import { PASSWORD } from "./people.ts";
import { isInTurn } from "../in-turn.ts";
import { wording } from "../wording.ts";

const run = promisify(execFile);

const REPORT = "Acme Cloud SOC 2 Type II Report 2026.pdf";

/** The first link of this kind in the newest mail, once that mail has come: an approval leaves after its time to undo. */
async function linkFromMail(origin: string, email: string, kind: RegExp): Promise<URL> {
  let link: string | undefined;
  await expect(async () => {
    link = kind.exec(await newestMail(origin, email))?.[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: 150_000 });
  return new URL(link ?? "");
}

/** Staff find the request in their inbox and approve it; the NDA stays required. */
async function approve(origin: string, email: string): Promise<void> {
  const reviewer = await Lynx.start(origin, "/sign-in?redirectTo=/requests");
  try {
    expect(await reviewer.act(fill("Email", "reviewer@acme.example"), press("Continue"))).toContain(
      "Password",
    );
    expect(await reviewer.act(fill("Password", PASSWORD), press("Sign in"))).toContain(email);
    expect(await reviewer.act(follow("Jane Lynx"))).toContain("Requested Reports: SOC 2 Report");
    expect(
      await reviewer.act(choose("Permission profile", "Full access"), press("Approve", "as")),
    ).toContain("Approved. Emails are not being delivered");
  } finally {
    await reviewer.close();
  }
}

test("a whole first visit by keyboard in a text browser: request, approval, link, NDA, bulk download, log out", async ({
  baseURL,
}) => {
  // It takes as long as forty other journeys: one day in three.
  test.skip(!isInTurn("a whole first visit in a text browser", 3));
  // Mail waits thirty seconds for a change of mind, and the text browser reads each page anew.
  test.slow();
  const origin = baseURL ?? "";
  const email = `jane@${randomBytes(5).toString("hex")}.example`;
  const visitor = await Lynx.start(origin, "/acme");
  try {
    // Request.
    await visitor.go("/acme?requestAccess=true&source=item&itemUid=Reports.soc2");
    const person = [
      fill("First name", "Jane"),
      fill("Last name", "Lynx"),
      fill("Work email", email),
      fill("Company", "Lynx Readers Ltd"),
      fill("Job title", "Security engineer"),
    ];
    const relation = [
      choose("Relationship to Acme Cloud", "Partner"),
      choose("Country", "Germany"),
    ];
    const consent = [tick("I request these documents"), tick("I agree to")];
    const sent = await visitor.act(...person, ...relation, ...consent, press("Submit Request"));
    expect(sent).toContain("Request sent");
    expect(sent).toContain(`We’ll email ${email}`);

    // Approval, whose mail signs in the browser that asked.
    await approve(origin, email);
    const link = await linkFromMail(origin, email, /https?:\/\/\S+sign-in-link\?token=[\w-]+/);
    expect(await visitor.go(link.pathname + link.search)).toContain(
      "Read and sign the NDA to open confidential documents.",
    );
    expect(await visitor.act(press("Sign in and sign the NDA later"))).toContain(
      wording.signToOpen,
    );

    // NDA.
    expect(await visitor.act(follow("Bulk download"))).not.toContain(REPORT);
    await visitor.go("/acme");
    expect(await visitor.act(follow("Sign NDA"))).toContain("By typing your name you confirm");
    expect(await visitor.act(press("Sign NDA"))).toContain(wording.agreeToNda);
    expect(
      await visitor.act(
        fill("Your full name", "Jane Lynx"),
        tick(wording.ndaRead),
        press("Sign NDA"),
      ),
    ).toContain(wording.ndaSigned);

    // Bulk download.
    await visitor.go("/acme");
    await visitor.act(follow("Bulk download"));
    expect(await visitor.reload()).toContain(REPORT);
    const archive = await visitor.download(
      tick(REPORT),
      tick("Acme-Cloud-SOC-2-Bridge-Letter.pdf"),
      press("Download selected document(s)"),
    );
    await run("unzip", ["-tqq", archive]);
    const { stdout } = await run("unzip", ["-Z1", archive]);
    expect(stdout.trim().split("\n")).toEqual([
      `Reports/${REPORT}`,
      "Reports/Acme-Cloud-SOC-2-Bridge-Letter.pdf",
    ]);

    // Log out: the document opens no more.
    const document = addressOf(await visitor.go("/acme/card/Reports"), REPORT, "View");
    expect(await visitor.go(document)).toContain(REPORT);
    expect(await visitor.act(press("Log Out"))).toContain(wording.loggedOut);
    await visitor.go(document);
    const refused = await visitor.reload();
    expect(refused).toContain("Get access to Acme Cloud's Trust Center");
    expect(refused).not.toContain(REPORT);
    await visitor.go("/acme/bulk-download");
    expect(await visitor.reload()).toContain("Page not found");
  } finally {
    await visitor.close();
  }
});
