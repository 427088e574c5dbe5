import { describe, expect, test } from "vitest";
import {
  decodeHtml,
  isUnwantedByHeader,
  pageText,
  UnreadablePage,
} from "#content/webpages/page-text.server.ts";
import {
  MAX_PATTERN,
  MAX_ROBOTS_BYTES,
  MAX_RULES,
  mayRead,
  robotsRules,
  type RobotsRules,
} from "#model/webpages/robots.ts";
import { isOnHosts, MAX_TEXT_BYTES, MAX_TITLE, ownHosts, readWebpageUrl } from "#model/webpages.ts";
import { holdOf, overPieces, timeOf } from "../work-time.ts";

describe("addresses", () => {
  test.each([
    ["https://www.acme.example/security", "https://www.acme.example/security"],
    ["  HTTPS://Acme.Example  ", "https://acme.example/"],
    ["acme.example/a?b=c", "https://acme.example/a?b=c"],
    ["acme.example:8443/a", "https://acme.example:8443/a"],
    ["http://acme.example:80/", "http://acme.example/"],
    ["https://acme.example/a/../b", "https://acme.example/b"],
    ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
  ])("%s is kept as %s", (typed, url) => {
    expect(readWebpageUrl(typed)).toEqual({ url });
  });

  test.each([
    ["", /^Enter an address such as/],
    ["https://", /^Enter an address such as/],
    ["https://acme.example/a b", /^Enter an address such as/],
    ["https://acme.example\\@evil.example/", /^Enter an address such as/],
    ["ftp://acme.example/", /begins with https/],
    ["javascript:alert(1)", /begins with https/],
    ["file:///etc/passwd", /begins with https/],
    ["https://user@acme.example/", /user name/],
    ["https://user:secret@acme.example/", /user name/],
    ["https://acme.example/#team", /Leave out the #/],
    ["https://acme.example/#", /Leave out the #/],
    [`https://acme.example/${"a".repeat(2_000)}`, /at most 2,000/],
  ])("%s is refused", (typed, words) => {
    expect(readWebpageUrl(typed)).toEqual({ fault: expect.stringMatching(words) });
  });

  test("a company's own hosts are its verified domains and its website's, with and without 'www.'", () => {
    const hosts = ownHosts(["trust.acme.example"], "https://www.acme.example/en?x=y");
    const own = (url: string) => isOnHosts(url, hosts);
    expect(own("https://trust.acme.example/a")).toBe(true);
    expect(own("https://www.trust.acme.example/a")).toBe(true);
    expect(own("http://acme.example/")).toBe(true);
    expect(own("https://WWW.acme.example/")).toBe(true);
    expect(own("https://blog.acme.example/")).toBe(false);
    expect(own("https://acme.example.evil.example/")).toBe(false);
    expect(own("https://acme.example:8443/")).toBe(false);
    expect(own("https://example/")).toBe(false);
    expect(isOnHosts("http://acme.example:8080/", ownHosts([], "http://acme.example:8080"))).toBe(
      true,
    );
    expect(ownHosts([], null).size).toBe(0);
  });
});

/** Whether a robots.txt lets a path be read. */
function lets(robots: string, path: string): boolean {
  return mayRead(rulesOf(robots), new URL(path, "https://acme.example"));
}

/** The rules of a robots.txt, and how many steps it took to read them. */
function stepsOf(robots: string): { steps: number; rules: RobotsRules } {
  const reading = robotsRules(Buffer.from(robots));
  for (let steps = 0; ; steps += 1) {
    const { done, value } = reading.next();
    if (done) return { steps, rules: value };
  }
}

function rulesOf(robots: string): RobotsRules {
  return stepsOf(robots).rules;
}

describe("robots.txt", () => {
  test.each<[string, string, string, boolean]>([
    ["nothing said", "", "/a", true],
    ["everything forbidden", "User-agent: *\nDisallow: /", "/a", false],
    ["an empty rule forbids nothing", "User-agent: *\nDisallow:", "/a", true],
    ["robots.txt itself", "User-agent: *\nDisallow: /", "/robots.txt", true],
    ["the longest rule", "User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true],
    ["in any order", "User-agent: *\nAllow: /a/b\nDisallow: /a", "/a/c", false],
    ["as long: the one that allows", "User-agent: *\nDisallow: /a\nAllow: /a", "/a", true],
    ["as long, turned", "User-agent: *\nAllow: /a\nDisallow: /a", "/a", true],
    ["case of paths counts", "User-agent: *\nDisallow: /A", "/a", true],
    ["case of keys does not", "USER-AGENT: *\nDISALLOW: /a", "/a", false],
    ["its own group", "User-agent: OpenTrustCenter\nDisallow: /a", "/a", false],
    ["its own group with a version", "User-agent: opentrustcenter/2\nDisallow: /a", "/a", false],
    [
      "its own group alone, where there is one",
      "User-agent: *\nDisallow: /\n\nUser-agent: OpenTrustCenter\nDisallow: /a",
      "/b",
      true,
    ],
    ["another's group", "User-agent: OtherBot\nDisallow: /", "/a", true],
    ["not by the beginning of its name", "User-agent: OpenTrust\nDisallow: /", "/a", true],
    [
      "several names of one group",
      "User-agent: OtherBot\nUser-agent: OpenTrustCenter\nDisallow: /a",
      "/a",
      false,
    ],
    [
      "several groups of one name",
      "User-agent: OpenTrustCenter\nDisallow: /a\nUser-agent: B\nDisallow: /b\nUser-agent: OpenTrustCenter\nDisallow: /c",
      "/c",
      false,
    ],
    ["a rule before any group", "Disallow: /\nUser-agent: *\nDisallow: /b", "/a", true],
    ["other lines between", "User-agent: *\nCrawl-delay: 3\nDisallow: /a", "/a", false],
    [
      "a sitemap parts no group",
      "User-agent: *\nSitemap: https://acme.example/s\nDisallow: /a",
      "/a",
      false,
    ],
    ["comments", "User-agent: * # all\nDisallow: /a # no", "/a", false],
    ["line ends of every kind", "User-agent: *\r\nDisallow: /a\rDisallow: /b", "/b", false],
    ["a wildcard", "User-agent: *\nDisallow: /*.pdf", "/x/y.pdf", false],
    ["a wildcard for nothing", "User-agent: *\nDisallow: /a*b", "/ab", false],
    ["several wildcards", "User-agent: *\nDisallow: /*/b/*/d", "/a/b/c/d/e", false],
    ["wildcards in order", "User-agent: *\nDisallow: /*c*b", "/abc", true],
    ["the end", "User-agent: *\nDisallow: /a$", "/a", false],
    ["not the end", "User-agent: *\nDisallow: /a$", "/ab", true],
    ["a wildcard and the end", "User-agent: *\nDisallow: /*.php$", "/x.php", false],
    ["a query after the end", "User-agent: *\nDisallow: /*.php$", "/x.php?a=b", true],
    ["no letter twice", "User-agent: *\nDisallow: /a*ba$", "/aba", false],
    ["no letter twice at the end", "User-agent: *\nDisallow: /ab*ba$", "/aba", true],
    ["the query counts", "User-agent: *\nDisallow: /*?session=", "/a?session=1", false],
    ["percent-encoding alike", "User-agent: *\nDisallow: /%7Eteam", "/~team", false],
    ["other letters alike", "User-agent: *\nDisallow: /ü", "/%c3%bc", false],
    ["a slash that is data", "User-agent: *\nDisallow: /a/b", "/a%2Fb", true],
  ])("%s", (_, robots, path, is) => {
    expect(lets(robots, path)).toBe(is);
  });

  test("wildcards are never tried twice: what a file may hold at most is judged in no time", () => {
    const worst = (pattern: string) =>
      `User-agent: *\n${`Disallow: /${pattern}\n`.repeat(MAX_RULES)}`;
    const path = `/${"a".repeat(1_900)}b`;
    for (const pattern of [
      `${"*a".repeat(240)}$`,
      `${"*".repeat(480)}c`,
      `*${"a".repeat(480)}c`,
      `*${"a".repeat(240)}c${"a".repeat(240)}$`,
    ]) {
      const rules = rulesOf(worst(pattern));
      let may: boolean | null = null;
      const took = timeOf(() => (may = mayRead(rules, new URL(path, "https://acme.example"))));
      expect([pattern, may, overPieces(took, 30)]).toEqual([pattern, true, null]);
    }
  });

  test("a group that is named again and again has each of its rules once", () => {
    const robots = (many: number) =>
      `${"User-agent: *\nUser-agent: OpenTrustCenter\n".repeat(many)}${"Disallow: /a\n".repeat(900)}`;
    const { steps, rules } = stepsOf(robots(8_000));
    expect([rules.length, steps]).toEqual([900, 16_900]);
    expect(lets(robots(8_000), "/a")).toBe(false);
  });

  test("what says more than is read is not read at all, and says so", () => {
    const group = "User-agent: *\n";
    const rule = "Disallow: /a\n";
    expect(rulesOf(group + rule.repeat(MAX_RULES))).toHaveLength(MAX_RULES);
    expect(() => rulesOf(group + rule.repeat(MAX_RULES + 1))).toThrow(
      "It has more than 1,000 rules.",
    );
    expect(rulesOf(`${group}Disallow: /${"a".repeat(MAX_PATTERN - 1)}`)).toHaveLength(1);
    expect(() => rulesOf(`${group}Allow: /${"a".repeat(MAX_PATTERN)}`)).toThrow(
      "One of its rules is longer than 2,048 characters.",
    );
    expect(rulesOf(" ".repeat(MAX_ROBOTS_BYTES))).toEqual([]);
    expect(() => rulesOf(" ".repeat(MAX_ROBOTS_BYTES + 1))).toThrow(
      "It is longer than 512,000 bytes.",
    );
    // Rules of others don't count.
    expect(rulesOf(`User-agent: OtherBot\n${rule.repeat(2_000)}${group}${rule}`)).toHaveLength(1);
    expect(
      rulesOf(`${group}${rule.repeat(2_000)}User-agent: OpenTrustCenter\n${rule}`),
    ).toHaveLength(1);
  });
});

describe("text of a page", () => {
  const textOf = async (html: string) => (await pageText(html)).text;

  test("lines as readers meet them, without what is no text", async () => {
    const page = await pageText(`<!doctype html><html><head><title> Security
      &amp; <b>trust</b> </title><style>p { color: red }</style><script>var hidden = "1 < 2";</script></head>
      <body><nav><ul><li>Home</li><li>About</li></ul></nav><noscript>Turn scripts on</noscript>
      <template><p>Template</p></template><svg><title>Picture</title><text>drawn</text></svg>
      <main><h1>How we <em>keep</em> it</h1><p>AES&#8209;256 at rest.<br>TLS 1.3<p>Un<b>closed
      <table><tr><td>One</td><td>Two</td></tr></table>
      <div hidden>Not shown<p>nor this</div><!-- a comment --><iframe>frame</iframe></main></body></html>`);
    expect(page.title).toBe("Security & <b>trust</b>");
    expect(page.isUnwanted).toBe(false);
    expect(page.text.split("\n")).toEqual([
      "How we keep it",
      "AES‑256 at rest.",
      "TLS 1.3",
      "Unclosed",
      "One",
      "Two",
    ]);
  });

  test("the main part first, then what stands around it", async () => {
    const page = (main: string) =>
      `<header>Acme <a>Skip</a></header>${main}<footer>Imprint</footer>`;
    expect(await textOf(page("<main>One<main>Two</main><p>Three</main>"))).toBe(
      "One\nTwo\nThree\nAcme Skip\nImprint",
    );
    expect(await textOf(page('<div><div role="main">One<div>Two</div></div>Three</div>'))).toBe(
      "One\nTwo\nAcme Skip\nThree\nImprint",
    );
    expect(await textOf(page("<nav><main>No</main></nav>Yes"))).toBe("Acme Skip\nYes\nImprint");
    expect(await textOf("Before<main>One")).toBe("One\nBefore");
  });

  test("a page without html, head and body elements, and one that ends in the midst", async () => {
    expect(await pageText("<title>T</title><p>One<p>Two")).toEqual({
      title: "T",
      text: "One\nTwo",
      isUnwanted: false,
    });
    expect(await textOf("One <b>two</b> thr<")).toContain("One two thr");
    expect(await textOf("One<script>let a")).toBe("One");
    expect(await pageText("")).toEqual({ title: null, text: "", isUnwanted: false });
  });

  test("a text that is cut in the midst of a tag and an entity by the slices it is parsed in", async () => {
    for (let at = 8_160; at < 8_200; at += 1) {
      const words = "word ".repeat(at / 5).padEnd(at, "x");
      expect(await textOf(`${words}<b>A</b>&amp;B`)).toMatch(/[x ]A&B$/);
    }
  });

  test("pages that ask not to be listed", async () => {
    const unwanted = async (head: string) => (await pageText(`<head>${head}</head>x`)).isUnwanted;
    expect(await unwanted('<meta name="robots" content="noindex">')).toBe(true);
    expect(await unwanted('<META NAME="ROBOTS" CONTENT="nofollow, NOINDEX">')).toBe(true);
    expect(await unwanted('<meta name="robots" content="none">')).toBe(true);
    expect(await unwanted('<meta name="OpenTrustCenter" content="noindex">')).toBe(true);
    expect(await unwanted('<meta name="googlebot" content="noindex">')).toBe(false);
    expect(await unwanted('<meta name="robots" content="nofollow">')).toBe(false);
    expect(await unwanted('<meta name="robots">')).toBe(false);
    expect(isUnwantedByHeader("noindex")).toBe(true);
    expect(isUnwantedByHeader("nofollow, noindex")).toBe(true);
    expect(isUnwantedByHeader("otherbot: noindex, nofollow")).toBe(false);
    expect(isUnwantedByHeader("otherbot: nofollow, opentrustcenter: noindex")).toBe(true);
    expect(isUnwantedByHeader("")).toBe(false);
  });

  test("so much is kept, and no half character", async () => {
    const text = await textOf(`<p>${"ü€𝄞 ".repeat(100_000)}`);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_TEXT_BYTES);
    expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_TEXT_BYTES - 8);
    expect(text).not.toContain("\ufffd");
    const many = await textOf("<p>word</p>".repeat(150_000));
    expect(Buffer.byteLength(many)).toBeLessThanOrEqual(MAX_TEXT_BYTES);
    const title = (await pageText(`<title>${"𝄞".repeat(1_000)}</title>`)).title ?? "";
    expect([...title]).toHaveLength(MAX_TITLE);
  });

  test("elements nested without an end are given up, before they cost much", async () => {
    const { took } = await holdOf(() =>
      expect(pageText("<b>".repeat(300_000) + "</i>".repeat(200_000))).rejects.toThrow(
        UnreadablePage,
      ),
    );
    expect(overPieces(took, 100)).toBeNull();
  });

  test("characters by the mark, the header or the page's own words", () => {
    const decoded = (bytes: number[] | Buffer, contentType = "text/html") =>
      decodeHtml(Uint8Array.from(bytes), contentType);
    expect(decoded(Buffer.from("ü"))).toBe("ü");
    expect(decoded([0xfc], "text/html; charset=ISO-8859-1")).toBe("ü");
    expect(decoded([0xfc], 'text/html;charset="windows-1252"')).toBe("ü");
    expect(decoded(Buffer.from('<meta charset="latin1">ü', "latin1"))).toMatch(/ü$/);
    expect(
      decoded(
        Buffer.from('<meta http-equiv="x" content="text/html; charset=iso-8859-1">ü', "latin1"),
      ),
    ).toMatch(/ü$/);
    expect(decoded(Buffer.from('<meta charset="utf-16">ü'))).toMatch(/ü$/);
    expect(decoded(Buffer.from("ü"), "text/html; charset=no-such")).toBe("ü");
    expect(decoded([0xef, 0xbb, 0xbf, 0xc3, 0xbc], "text/html; charset=latin1")).toBe("ü");
    expect(decoded([0xff, 0xfe, 0xfc, 0x00])).toBe("ü");
    expect(decoded([0x83, 0x65], "text/html; charset=shift_jis")).toBe("テ");
  });
});
