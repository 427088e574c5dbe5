import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { PlainBrowser } from "../browser/plain/context.ts";
import type { PlainPage } from "../browser/plain/page.ts";
import { holds, stylesheetOf } from "../browser/plain/styles.ts";
import { htmlForms, sentOf } from "../server/html-forms.ts";

/** The client of the journeys without scripts does what a browser does, and refuses what Playwright refuses. */

interface Got {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

type Answer = string | { status?: number; headers?: http.OutgoingHttpHeaders; body?: string };

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A site of these pages, opened at `/`. */
async function open(pages: Record<string, Answer>): Promise<{
  page: PlainPage;
  got: Got[];
  origin: string;
}> {
  const got: Got[] = [];
  const server = http.createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const path = request.url ?? "";
    const body = Buffer.concat(pieces).toString("latin1");
    got.push({ method: request.method ?? "", path, headers: request.headers, body });
    const answer = pages[path.split("?")[0] ?? ""] ?? { status: 404, body: "<p>nothing</p>" };
    const {
      status = 200,
      headers = {},
      body: text = "",
    } = typeof answer === "string" ? { body: answer } : answer;
    response.writeHead(status, { "content-type": "text/html", ...headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const context = await new PlainBrowser({ baseURL: origin }).newContext();
  closers.push(
    () => context.close(),
    () => new Promise((resolve) => server.close(resolve)),
  );
  const page = await context.newPage();
  await page.goto("/");
  return { page, got, origin };
}

const button = (page: PlainPage, name: string) => page.getByRole("button", { name });
const sent = (got: Got[]) => got.at(-1);

describe("strictness", () => {
  test("what is missing, ambiguous, hidden, disabled, inert or out of reach is not pressed", async () => {
    const { page, got } = await open({
      "/": `<button>Twice</button><button>Twice</button>
        <button hidden>Hidden</button><button disabled>Off</button>
        <fieldset disabled><button>Off by its fieldset</button></fieldset>
        <div inert><button>Behind</button></div>
        <details><summary>More</summary><button>Folded</button></details>
        <template><button>Template</button></template>`,
    });
    const asked = got.length;
    for (const [name, why] of [
      ["Nobody", /is not on/],
      ["Twice", /strict mode violation/],
      ["Off", /strict mode violation/],
      ["Off by its fieldset", /not enabled/],
      ["Behind", /not non-inert|is not on/],
      ["Folded", /is not on/],
      ["Hidden", /is not on/],
      ["Template", /is not on/],
    ] as const)
      await expect(button(page, name).click(), name).rejects.toThrow(why);
    await expect(page.getByText("Hidden").click()).rejects.toThrow(/not visible/);
    await expect(page.locator("details button").click()).rejects.toThrow(/not visible/);
    await page.getByText("More").click();
    await page.locator("details button").click();
    expect(got).toHaveLength(asked);
  });

  test("only what can be edited is filled in, and only what has boxes is ticked", async () => {
    const { page } = await open({
      "/": `<label>Name <input value="before" readonly></label><label>Off <input disabled></label>
        <label>Short <input maxlength="3"></label><label>Day <input type="date"></label>
        <label>Size <input type="number"></label><p>Text</p>
        <label>One <select><option>a<option value="b" disabled>Bee</select></label>`,
    });
    await expect(page.getByLabel("Name").fill("x")).rejects.toThrow(/not editable/);
    await expect(page.getByLabel("Off").fill("x")).rejects.toThrow(/not enabled/);
    await expect(page.getByText("Text").fill("x")).rejects.toThrow();
    await expect(page.getByText("Text").check()).rejects.toThrow(/Not a checkbox/);
    await expect(page.getByLabel("Day").fill("tomorrow")).rejects.toThrow(/Malformed/);
    await expect(page.getByLabel("Size").fill("many")).rejects.toThrow(/Cannot type/);
    await expect(page.getByLabel("One").selectOption("c")).rejects.toThrow(/notfound/);
    await expect(page.getByLabel("One").selectOption("Bee")).rejects.toThrow(/notenabled/);
    await page.getByLabel("Short").fill("abcdef");
    expect(await page.getByLabel("Short").inputValue()).toBe("abc");
  });

  test("what needs a layout, a pointer or a script says so", async () => {
    const { page } = await open({ "/": "<p>Text</p>" });
    const text = page.getByText("Text");
    await expect(text.boundingBox()).rejects.toThrow(/@chromium/);
    for (const look of [
      "(element) => element.getBoundingClientRect().width",
      "(element) => element.scrollHeight",
      "(element) => getComputedStyle(element).color",
      "() => window.innerWidth",
    ])
      await expect(text.evaluate(look), look).rejects.toThrow(/@chromium/);
    expect(await text.evaluate("(element, word) => element.textContent + word", "!")).toBe("Text!");
    expect(await page.evaluate("() => [document.title, 'onclick' in window]")).toHaveLength(2);
    await expect(page.keyboard.press("Tab")).rejects.toThrow(/@chromium/);
    await expect(text._expect("to.be.in.viewport", {})).rejects.toThrow(/@chromium/);
    expect(() => page.mouse).toThrow(/@chromium/);
  });
});

describe("forms", () => {
  const FORM = `<form method="post" action="/to"><input name="text" value="one">
    <input name="off" value="x" disabled><input value="no name"><input type="hidden" name="h" value="hid">
    <input type="checkbox" name="box" checked><input type="checkbox" name="box" value="two">
    <input type="radio" name="r" value="1" checked><input type="radio" name="r" value="2">
    <select name="s"><option value="a">A<option value="b">B</select>
    <select name="m" multiple><option selected>x<option>y<option selected>z</select>
    <textarea name="t">\nline one\nline two</textarea>
    <button name="b" value="save">Save</button><button name="b" value="drop" formaction="/drop">Drop</button>
    <input type="submit" name="i" value="Send"></form><input name="outside" value="o" form="nobody">`;

  test("what is sent is what a browser sends: successful controls and the pressed button", async () => {
    const { page, got } = await open({ "/": FORM, "/to": "done", "/drop": "dropped" });
    await button(page, "Save").click();
    const plain = new URLSearchParams(sent(got)?.body);
    const [form] = htmlForms(FORM);
    const pressed = form?.buttons[0];
    const expected = form === undefined ? [] : sentOf(form, pressed);
    const lines = (text: string | null) => (text ?? "").replaceAll("\n", "\r\n");
    expect([...plain]).toEqual(expected.map(([name, value]) => [name, lines(value)]));
    expect([...plain]).toContainEqual(["t", "line one\r\nline two"]);
    expect([...plain].map(([name]) => name)).not.toContain("off");
    expect(page.url()).toMatch(/\/to$/);
    await page.goBack();
    await button(page, "Drop").click();
    expect(sent(got)).toMatchObject({ method: "POST", path: "/drop" });
    expect(new URLSearchParams(sent(got)?.body).get("b")).toBe("drop");
  });

  test("choices, Enter in a field, and a form that asks by its address", async () => {
    const { page, got, origin } = await open({
      "/": `<form action="/find"><label>Words <input name="q"></label><label>In <select name="in"><option>all<option>one</select></label>
        <label><input type="checkbox" name="old"> Old</label><button name="go" value="1">Find</button></form>
        <form action="/lines"><label>First <input name="a"></label><label>Second <input name="b"></label></form>`,
      "/find": "found",
      "/lines": "sent",
    });
    await page.getByLabel("Words").fill("a&b é");
    await page.getByLabel("In").selectOption({ label: "one" });
    await page.getByText("Old").click();
    expect(await page.getByLabel("Old").isChecked()).toBe(true);
    await page.getByLabel("Words").press("Enter");
    expect(page.url()).toBe(`${origin}/find?q=a%26b+%C3%A9&in=one&old=on&go=1`);
    expect(sent(got)?.headers).toMatchObject({
      referer: `${origin}/`,
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "navigate",
    });
    expect(sent(got)?.headers.origin).toBeUndefined();
    // Two lines to fill in and no button: Enter sends nothing.
    await page.goBack();
    await page.getByLabel("First").press("Enter");
    expect(page.url()).toBe(`${origin}/`);
  });

  test("files go as multipart, and a file that nobody chose as an empty one", async () => {
    const { page, got } = await open({
      "/": `<form method="post" enctype="multipart/form-data"><input name="title" value="Ä"><label>File <input type="file" name="f" required></label>
        <label>Many <input type="file" name="g" multiple></label><button>Send</button></form>`,
    });
    const asked = got.length;
    await button(page, "Send").click();
    expect(got).toHaveLength(asked);
    const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
    await expect(page.getByLabel("File").setInputFiles([file("a"), file("b")])).rejects.toThrow();
    await page.getByLabel("File").setInputFiles(file('a".txt'));
    await button(page, "Send").click();
    const { headers, body = "" } = sent(got) ?? {};
    expect(headers?.["content-type"]).toMatch(/^multipart\/form-data; boundary=----/);
    expect(headers?.origin).toMatch(/^http:\/\/localhost/);
    expect(body).toContain(
      'name="f"; filename="a%22.txt"\r\nContent-Type: text/plain\r\n\r\na".txt',
    );
    expect(body).toContain(
      'name="g"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n',
    );
    expect(Buffer.from(body, "latin1").toString()).toContain('name="title"\r\n\r\nÄ\r\n');
  });

  test("the browser's own checks hold a form back, unless it asks for none", async () => {
    const { page, got } = await open({
      "/": `<form method="post"><label>Mail <input type="email" name="e" required></label><label>Code <input name="c" pattern="[0-9]{3}"></label>
        <label>Word <input type="password" name="w" minlength="4"></label><button>Send</button><button formnovalidate>Save as it is</button></form>`,
    });
    const posts = () => got.filter(({ method }) => method === "POST").length;
    const mail = page.getByLabel("Mail");
    await button(page, "Send").click();
    expect(posts()).toBe(0);
    expect(await mail._expect("to.be.focused", {})).toMatchObject({ matches: true });
    await mail.fill("nobody");
    await button(page, "Send").click();
    await mail.fill("a@b.example");
    await page.getByLabel("Code").fill("12");
    await button(page, "Send").click();
    await page.getByLabel("Code").fill("123");
    await page.getByLabel("Word").fill("abc");
    await mail.press("Enter");
    expect(posts()).toBe(0);
    await button(page, "Save as it is").click();
    expect(posts()).toBe(1);
    await mail.fill("a@b.example");
    await button(page, "Send").click();
    expect(posts()).toBe(2);
  });
});

describe("pages", () => {
  test("redirects, cookies by host, and what the next page is told", async () => {
    const { page, got, origin } = await open({
      "/": {
        headers: { "set-cookie": ["a=1; HttpOnly", "b=2; Path=/other"] },
        body: `<a href="/go#there">Go</a>`,
      },
      "/go": { status: 303, headers: { location: "/end" } },
      "/end": {
        headers: { "referrer-policy": "no-referrer" },
        body: `<p>End</p><form method="post"><button>Send</button></form>`,
      },
    });
    await page.getByRole("link").click();
    expect(page.url()).toBe(`${origin}/end#there`);
    expect(sent(got)?.headers.cookie).toBe("a=1");
    await button(page, "Send").click();
    expect(sent(got)?.headers.origin).toBe("null");
    expect(sent(got)?.headers.referer).toBeUndefined();
    const asked = await page.request.get("/end");
    expect(asked.status()).toBe(200);
    expect(sent(got)?.headers.cookie).toBe("a=1");
    await page.goto(origin.replace("localhost", "trust.acme.example"));
    expect(sent(got)?.headers.cookie).toBeUndefined();
    expect(sent(got)?.headers.host).toMatch(/^trust\.acme\.example:/);
    await expect(page.goto("http://elsewhere.test/")).rejects.toThrow(/ERR_NAME_NOT_RESOLVED/);
    expect((await page.context().cookies()).map(({ name }) => name)).toContain("a");
    await page.context().clearCookies();
    expect(await page.context().cookies()).toEqual([]);
  });

  test("a popover opens by its button, and closes by Escape, by its button and by a press beside it", async () => {
    const { page } = await open({
      "/": `<link rel="stylesheet" href="/s.css"><button popovertarget="list">Menu</button>
        <ul id="list" popover class="wide open"><li>Entry</ul><button type="button">Else</button>`,
      "/s.css": {
        headers: { "content-type": "text/css" },
        body: "@media (width >= 64rem) { .wide { display: block } } .open:is([open], :popover-open, :open) { display: flex }",
      },
    });
    // In a wide window it stands there, as the page's own rules say.
    expect(await page.getByText("Entry").isVisible()).toBe(true);
    await page.setViewportSize({ width: 800, height: 600 });
    const entry = page.getByText("Entry");
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => button(page, "Menu").click(),
      () => button(page, "Else").click(),
    ]) {
      expect(await entry.isVisible()).toBe(false);
      await button(page, "Menu").click();
      expect(await entry.isVisible()).toBe(true);
      await close();
    }
    expect(await entry.isVisible()).toBe(false);
  });

  test("a file that comes instead of a page is kept, and the page stays", async () => {
    const { page, origin } = await open({
      "/": `<a href="/file">Get</a><a href="/new" target="_blank">New</a>`,
      "/file": {
        headers: {
          "content-type": "text/plain",
          "content-disposition": `attachment; filename="r.txt"; filename*=UTF-8''r%C3%A9.txt`,
        },
        body: "bytes",
      },
      "/new": "<title>New</title>",
    });
    const downloading = page.waitForEvent("download");
    await page.getByText("Get").click();
    expect(await downloading).toMatchObject({ suggestedFilename: expect.any(Function) });
    expect(((await downloading) as { suggestedFilename(): string }).suggestedFilename()).toBe(
      "ré.txt",
    );
    expect(page.url()).toBe(`${origin}/`);
    await expect(page.goto("/file")).rejects.toThrow(/Download is starting/);
    const opening = page.waitForEvent("popup");
    await page.getByText("New").click();
    expect(await ((await opening) as PlainPage).title()).toBe("New");
  });

  test("the focus goes to what asks for it, a place of the page is opened, and back leads back", async () => {
    const { page, origin } = await open({
      "/": `<a href="#deep">Deep</a><input aria-label="Other"><input aria-label="First" autofocus>
        <details><summary>More</summary><p id="deep">Inside</p></details><a href="/next">Next</a>`,
      "/next": "next",
    });
    const is = (locator: ReturnType<PlainPage["getByText"]>, what: string) =>
      locator._expect(what, {}).then((found) => (found as { matches: boolean }).matches);
    expect(await is(page.getByLabel("First"), "to.be.focused")).toBe(true);
    expect(await is(page.getByText("Inside"), "to.be.hidden")).toBe(true);
    await page.getByText("Deep").click();
    expect(page.url()).toBe(`${origin}/#deep`);
    expect(await is(page.getByText("Inside"), "to.be.visible")).toBe(true);
    await page.getByText("Next").click();
    await page.goBack();
    expect(page.url()).toBe(`${origin}/#deep`);
    await page.goBack();
    expect(page.url()).toBe(`${origin}/`);
    await page.goForward();
    await page.goForward();
    expect(page.url()).toBe(`${origin}/next`);
  });

  test("its stylesheets say what is shown, at the width of the window", async () => {
    const css = `@layer base, utilities; @layer base { [hidden] { display: none !important } }
      @layer utilities { .flex { display: flex } .hidden { display: none }
        @media (width >= 48rem) { .md\\:block { display: block } }
        @media not all and (width >= 48rem) { .max-md\\:hidden { display: none } }
        @media (scripting: none) { .noscript\\:hidden { display: none } }
        :is(:where(.group):has(:checked) .group-has-checked\\:hidden) { display: none }
        .mark::before { --tw-content: "New: "; content: var(--tw-content) } }`;
    const { page } = await open({
      "/": `<link rel="stylesheet" href="/s.css"><p class="flex" hidden>one</p><p class="hidden md:block">two</p>
        <p class="max-md:hidden">three</p><p class="noscript:hidden">four</p><noscript><p id="five">five</p></noscript>
        <div class="group"><input type="checkbox" aria-label="Tick"><p class="group-has-checked:hidden">six</p></div>
        <button class="mark">Post</button><p></p>`,
      "/s.css": { headers: { "content-type": "text/css" }, body: css },
    });
    const shown = async () => {
      const seen: boolean[] = [];
      for (const word of ["one", "two", "three", "four", "five"])
        seen.push(await page.locator(word === "five" ? "#five" : `p:text("${word}")`).isVisible());
      return seen;
    };
    expect(await shown()).toEqual([false, true, true, false, true]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await shown()).toEqual([false, false, false, false, true]);
    const six = page.getByText("six");
    expect(await six.isVisible()).toBe(true);
    await page.getByLabel("Tick").check();
    expect(await six.isVisible()).toBe(false);
    expect(await button(page, "New: Post").count()).toBe(1);
    expect(await page.locator("p").last().isVisible()).toBe(false);
  });

  test("what was found on a page is looked for anew once somebody did something there", async () => {
    const { page } = await open({
      "/": `<label><input type="checkbox"> Tick</label><label>Word <input></label>
        <details><summary>More</summary><p>Inside</p></details>`,
    });
    const ticked = page.getByRole("checkbox", { checked: true });
    const inside = page.getByText("Inside");
    const focused = page.locator(":focus");
    expect(await ticked.count()).toBe(0);
    expect(await inside.isVisible()).toBe(false);
    expect(await focused.count()).toBe(0);
    await page.getByLabel("Tick").check();
    await page.getByText("More").click();
    await page.getByLabel("Word").focus();
    expect(await ticked.count()).toBe(1);
    expect(await inside.isVisible()).toBe(true);
    expect(await focused.getAttribute("type")).toBe(null);
    await page.evaluate("() => document.querySelector('p').remove()");
    expect(await inside.count()).toBe(0);
  });

  test("the text that is shown has a line for each block and keeps the lines of what is preformatted", async () => {
    const { page } = await open({
      "/": `<main><h1>Title</h1><p>one\n two <b>three</b></p><p hidden>not</p><pre>a\n  b</pre>
        <table><tr><td>1<td>2</table><ul><li>x<li>y</ul></main>`,
    });
    const text = await page.getByRole("main").innerText();
    expect(text.split(/\n+/).map((line) => line.trim())).toEqual([
      "Title",
      "one two three",
      "a",
      "b",
      "1\t2",
      "x",
      "y",
    ]);
  });

  test("an expectation that does not hold says so, and tells what the page shows", async () => {
    const { page } = await open({ "/": "<h1>Title</h1><p>a</p><p>b</p>" });
    const text = (string: string) => ({ expectedText: [{ string, normalizeWhiteSpace: true }] });
    const heading = page.getByRole("heading");
    expect(await heading._expect("to.have.text", text("Title"))).toEqual({ matches: true });
    expect(await heading._expect("to.have.text", text("Tit"))).toMatchObject({
      matches: false,
      received: { value: "Title" },
    });
    expect(await heading._expect("to.have.text", { ...text("Title"), isNot: true })).toMatchObject({
      matches: true,
      received: { value: "Title" },
    });
    expect(await page.locator("p")._expect("to.be.visible", {})).toMatchObject({
      matches: false,
      errorMessage: expect.stringContaining("strict mode violation"),
    });
    expect(await page.locator("p")._expect("to.have.count", { expectedNumber: 3 })).toMatchObject({
      matches: false,
      received: { value: 2 },
    });
    const nobody = page.getByText("nobody");
    expect(await nobody._expect("to.have.text", text("x"))).toMatchObject({ matches: false });
    expect(await nobody._expect("to.have.text", { ...text("x"), isNot: true })).toMatchObject({
      matches: true,
      errorMessage: expect.stringContaining("not found"),
    });
    expect(await nobody._expect("to.be.hidden", {})).toEqual({ matches: true });
    expect(await nobody._expect("to.have.count", { expectedNumber: 0 })).toEqual({ matches: true });
  });
});

test("media queries hold or not, as the window has it", () => {
  const wide = { width: 1280 };
  for (const [query, is] of [
    ["(width >= 48rem)", true],
    ["(width>=90rem)", false],
    ["not all and (width>=80rem)", false],
    ["(min-width: 20em) and (max-width: 1280px)", true],
    ["print", false],
    ["(scripting:none)", true],
    ["(prefers-reduced-motion: reduce)", false],
    ["not all and (forced-colors:active)", true],
  ] as const)
    expect(holds(query, wide), query).toBe(is);
  expect(stylesheetOf(".a, .b:hover { display: none }")).toHaveLength(2);
});
