import { randomBytes } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import {
  hostContext,
  servicesContext,
  type RequestHost,
  type Services,
} from "#platform/context.ts";
import { InstallationKey } from "#platform/files/installation-key.ts";
import {
  flashCookie,
  flashMiddleware,
  readFlash,
  type Flash,
  type FlashReader,
  redirectWithFlash,
  takeFlash,
} from "#platform/http/request/flash.ts";
import { wording } from "../wording.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

function signer(secure = false, now = NOW) {
  return { config: { secure } as Services["config"], key, now: () => now };
}

const key = new InstallationKey(randomBytes(32));

const HOST = "localhost:3000";
/** A browser without a session. */
const READER: FlashReader = { host: HOST, cookies: null };

/** What the browser sends back for a Set-Cookie header. */
function returned(setCookie: string, others = "", host = HOST): FlashReader {
  return { host, cookies: `${others}${setCookie.split(";")[0] ?? ""}` };
}

describe("a flash message", () => {
  test("comes back as it was sent, in any script", () => {
    for (const text of [
      "Saved.",
      "Gespeichert: Größe \u2713",
      "\u4fdd\u5b58\u3057\u307e\u3057\u305f",
      '"; Path=/; x=<script>',
    ]) {
      const cookie = flashCookie(signer(), READER, { text, tone: "success" });
      expect(cookie).toMatch(/^otc_flash=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=60$/);
      expect(readFlash(returned(cookie), signer())).toEqual({ text, tone: "success" });
    }
  });

  test("keeps its button, both links, its time and its place", () => {
    const flash: Required<Flash> = {
      text: "Approved.",
      tone: "success",
      action: { label: "Undo", to: "/undo" },
      link: { label: "See the decision", to: "/requests/1" },
      more: { label: wording.ruleForDomain, to: "/rules/new?from=1" },
      passesAfter: 10_000,
      place: "corner",
    };
    expect(readFlash(returned(flashCookie(signer(), READER, flash)), signer())).toEqual(flash);
  });

  test("leaves out an address that is too long, shortens a label, and stays a cookie", () => {
    const full = { label: "\u4fdd".repeat(60), to: `/${"a".repeat(299)}` };
    const flash: Flash = {
      text: "\u4fdd".repeat(5_000),
      tone: "success",
      action: full,
      link: { label: "Too long", to: `/${"a".repeat(300)}` },
      more: full,
    };
    const cookie = flashCookie(signer(true), READER, flash);
    expect((cookie.split(";")[0] ?? "").length).toBeLessThan(4_096);
    const cut = { label: "\u4fdd".repeat(50), to: full.to };
    expect(readFlash(returned(cookie), signer(true))).toEqual({
      text: "\u4fdd".repeat(500),
      tone: "success",
      action: cut,
      more: cut,
    });
  });

  test("is cut where a cookie would grow too long", () => {
    const cookie = flashCookie(signer(), READER, { text: "\u4fdd".repeat(5_000), tone: "error" });
    expect(cookie.length).toBeLessThan(3_600);
    expect(readFlash(returned(cookie), signer())?.text).toBe("\u4fdd".repeat(500));
  });

  test("ends after a minute, whatever the browser keeps", () => {
    const cookie = flashCookie(signer(), READER, { text: "Saved.", tone: "success" });
    expect(
      readFlash(returned(cookie), signer(false, new Date(NOW.getTime() + 60_000))),
    ).not.toBeNull();
    expect(readFlash(returned(cookie), signer(false, new Date(NOW.getTime() + 60_001)))).toBeNull();
  });

  test("that was altered, or signed elsewhere, is none", () => {
    const value =
      flashCookie(signer(), READER, { text: "Saved.", tone: "success" }).split(/[=;]/)[1] ?? "";
    const [payload = "", signature = ""] = value.split(".");
    const forged = Buffer.from(
      JSON.stringify({ text: "Send us your password", tone: "success", at: NOW.getTime() }),
    ).toString("base64url");
    const foreign = flashCookie(
      { ...signer(), key: new InstallationKey(randomBytes(32)) },
      READER,
      { text: "Saved.", tone: "success" },
    );
    for (const cookie of [
      `${forged}.${signature}`,
      payload,
      `${payload}.`,
      `.${signature}`,
      `${value}.x`,
      `${payload}.${signature.slice(1)}`,
      "",
      "%",
      "a.b",
    ]) {
      expect(readFlash(returned(`otc_flash=${cookie}`), signer()), cookie).toBeNull();
    }
    expect(readFlash(returned(foreign), signer())).toBeNull();
  });

  test("has the __Host- prefix on https, and there no other name counts", () => {
    const cookie = flashCookie(signer(true), READER, { text: "Saved.", tone: "success" });
    expect(cookie).toMatch(/^__Host-otc_flash=.*; Secure$/);
    expect(readFlash(returned(cookie), signer(true))).not.toBeNull();
    expect(readFlash(returned(cookie.replace("__Host-", "")), signer(true))).toBeNull();
  });
});

describe("a flash message", () => {
  const flash = { text: "Saved.", tone: "success" } as const;
  const shown = (reader: FlashReader) => readFlash(reader, signer())?.text ?? null;

  test("is for one host", () => {
    const cookie = flashCookie(signer(), READER, flash);
    expect(shown(returned(cookie))).toBe("Saved.");
    for (const host of ["globex.example", "localhost", "localhost:3001", ""])
      expect([host, shown(returned(cookie, "", host))]).toEqual([host, null]);
  });

  test("is for the browser's session where it has one, and for none beside one", () => {
    const mine = "otc_staff=a; otc_member=b.c; ";
    const cookie = flashCookie(signer(), { host: HOST, cookies: mine }, flash);
    expect(shown(returned(cookie, mine))).toBe("Saved.");
    expect(shown(returned(cookie, `x=y; ${mine}otc_browser=z; `))).toBe("Saved.");
    for (const other of ["", "otc_staff=a; ", "otc_staff=x; otc_member=b.c; ", "otc_member=b.c; "])
      expect([other, shown(returned(cookie, other))]).toEqual([other, null]);
    expect(shown(returned(flashCookie(signer(), READER, flash), mine))).toBeNull();
  });

  test("goes along when its answer begins a session, or ends one", () => {
    const began = flashCookie(signer(), READER, flash, ["otc_staff=new; Path=/", "x=y"]);
    expect(shown(returned(began, "otc_staff=new; "))).toBe("Saved.");
    expect(shown(returned(began))).toBeNull();
    const reader = { host: HOST, cookies: "otc_staff=old; otc_member=b" };
    const ended = flashCookie(signer(), reader, flash, ["otc_staff=; Path=/; Max-Age=0"]);
    expect(shown(returned(ended, "otc_member=b; "))).toBe("Saved.");
    expect(shown(returned(ended, "otc_staff=old; otc_member=b; "))).toBeNull();
  });
});

describe("a page", () => {
  async function visit(
    { cookies }: FlashReader,
    page: (context: RouterContextProvider) => Response,
  ): Promise<Response> {
    const request = new Request("http://localhost/", { headers: { Cookie: cookies ?? "" } });
    const context = new RouterContextProvider();
    context.set(hostContext, { host: HOST } as RequestHost);
    context.set(servicesContext, signer() as Services);
    const args = { request, context, params: {}, url: new URL(request.url), pattern: "/" };
    return (await flashMiddleware(args, async () => page(context))) as Response;
  }
  const carrying = () =>
    returned(flashCookie(signer(), READER, { text: "Saved.", tone: "success" }));

  test("that takes the message ends it, and only the first taker gets it", async () => {
    const taken: unknown[] = [];
    const response = await visit(carrying(), (context) => {
      taken.push(takeFlash(context), takeFlash(context));
      return new Response();
    });
    expect(taken).toEqual([{ text: "Saved.", tone: "success" }, null]);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^otc_flash=;.*Max-Age=0/),
    ]);
  });

  test("that does not take it leaves it for the next", async () => {
    const response = await visit(carrying(), () => new Response());
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("that sends a new message keeps the new one", async () => {
    const response = await visit(carrying(), (context) => {
      takeFlash(context);
      return redirectWithFlash(context, "/next", "Saved again.", ["a=b"]);
    });
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/next");
    const [other, flash, ...rest] = response.headers.getSetCookie();
    expect([other, rest]).toEqual(["a=b", []]);
    expect(readFlash(returned(flash ?? ""), signer())).toEqual({
      text: "Saved again.",
      tone: "success",
    });
  });
});
