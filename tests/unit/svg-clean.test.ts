import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanSvg } from "#platform/files/svg-clean.ts";
import { NotAnSvg, SvgNotWhole } from "#platform/files/svg-faults.ts";
import { overPieces, timeOf } from "../work-time.ts";
import { testInFive } from "../in-turn.ts";

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (inside: string, attributes = "") =>
  `<svg ${NS} xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inside}</svg>`;
const inside = (text: string) => cleanSvg(svg(text)).replace(/^<svg [^>]*?\/?>|<\/svg>$/g, "");

describe("a drawing stays what it is", () => {
  test("shapes, groups, text and their presentation", () => {
    const drawing =
      `<title>Shield &#38; check</title><g fill="none" stroke="#1f4b99" stroke-width="2" transform="translate(4 4) scale(1.5)">` +
      `<path d="M0 0 10-5e-2 L 3,4 a1 1 0 1,0 2 2Z"/><rect x="1" y="2" width="50%" height="3" rx="1"/><circle cx="1" cy="1" r="1"/>` +
      `<polygon points="1,2 3,4 -5,6"/><line x1="0" y1="0" x2="1" y2="1" stroke-dasharray="1 2, 3"/></g>` +
      `<text x="1" y="2" font-family="'Open Sans', Inter, sans-serif" xml:space="preserve">Ωμέγα <tspan dx="1">Щит</tspan> 日本</text>`;
    expect(inside(drawing)).toBe(drawing);
  });

  test("gradients, clip paths, masks, symbols and uses of this file's own elements", () => {
    const drawing =
      `<defs><linearGradient id="Безымянный_градиент_2" x1="0" gradientUnits="userSpaceOnUse"><stop offset="0.5" stop-color="rgb(1, 2, 3)"/></linearGradient>` +
      `<clipPath id="c"><rect width="1" height="1"/></clipPath><mask id="m"><use href="#s"/></mask><symbol id="s" viewBox="0 0 1 1"><path d="M0 0"/></symbol></defs>` +
      `<path d="M0 0" fill="url(#Безымянный_градиент_2)" clip-path="url('#c')" mask="url( #m )"/>`;
    expect(inside(drawing)).toBe(drawing);
    expect(inside('<path id="p"/><use xlink:href="#p"/>')).toBe('<path id="p"/><use href="#p"/>');
    expect(inside('<use x:href="#q" xmlns:x="http://www.w3.org/1999/xlink"/>')).toBe(
      '<use href="#q"/>',
    );
    expect(inside('<use href="#p" xlink:href="#q"/><use xlink:href="#q" href="#p"/>')).toBe(
      '<use href="#p"/><use href="#p"/>',
    );
  });

  test("style sheets of drawing programs, and light and dark", () => {
    expect(
      inside(
        "<style type='text/css'><![CDATA[ .cls-1, .cls-2 { fill: #fff; stroke:none; } .b{fill:url(#g)} ]]></style>",
      ),
    ).toBe("<style>.cls-1, .cls-2{fill:#fff;stroke:none}.b{fill:url(#g)}</style>");
    expect(
      inside(
        "<style>path{fill:#000}@media (prefers-color-scheme: dark) { path { fill: #fff } }</style>",
      ),
    ).toBe("<style>path{fill:#000}@media (prefers-color-scheme: dark){path{fill:#fff}}</style>");
    expect(inside('<path style="fill : red ; -inkscape-stroke:none; stroke: url(#a)"/>')).toBe(
      '<path style="fill:red;stroke:url(#a)"/>',
    );
  });

  test("declaration, comments, DOCTYPE and editors' data go; links and switches become groups", () => {
    const file =
      `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?>\r\n<!-- Generator: Adobe <svg> -->` +
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [ <!ENTITY ns "http://ns.adobe.com/]>"> <!-- ]> ' --> ]>` +
      `<svg ${NS} xmlns:x="&ns;" viewBox="0 0 24 24" x:name="Layer" version="1.1"><metadata><x:data>secret</x:data></metadata>` +
      `<switch><foreignObject><x:pgf/></foreignObject><g x:extraneous="self"><a href="https://evil.example"><path d="M0 0"/></a></g></switch></svg>\n<!-- end -->\n`;
    expect(cleanSvg(file)).toBe(
      `<svg ${NS} viewBox="0 0 24 24"><g><g><g><path d="M0 0"/></g></g></g></svg>`,
    );
  });

  test("a snippet without a namespace gets it", () => {
    expect(cleanSvg("<svg viewBox='0 0 1 1'/>")).toBe(`<svg ${NS} viewBox="0 0 1 1"/>`);
  });
});

describe("what does more than draw is dropped", () => {
  test.each([
    ["<script>alert(1)</script>"],
    ["<script xlink:href='https://evil.example/x.js'/>"],
    ["<SCRIPT>alert(1)</SCRIPT>"],
    ["<svg:script xmlns:svg='http://www.w3.org/2000/svg'>alert(1)</svg:script>"],
    ["<iframe src='javascript:alert(1)'/>"],
    ["<g xmlns='http://www.w3.org/1999/xhtml'><img src='x' onerror='alert(1)'/></g>"],
    ["<handler type='application/ecmascript'>alert(1)</handler>"],
    ["<style>@font-face{font-family:x;src:url(https://evil.example/x.woff)}</style>"],
    ["<style>path{behavior:url(#x)}</style>"],
    ["<style>/* unclosed path{fill:red}</style>"],
    ["<?xml-stylesheet href='https://evil.example/x.css'?>"],
    ["<!-- <script>alert(1)</script> -->"],
    ["stray text"],
  ])("%s", (hostile) => {
    expect(inside(hostile)).toBe("");
  });

  test.each([
    ["onload", "alert(1)"],
    ["ONCLICK", "alert(1)"],
    ["xml:base", "https://evil.example/"],
    ["src", "x"],
    ["cursor", "url(#a)"],
    ["style", "-moz-binding:url(#x)"],
    ["id", "a b"],
    ["id", "x&quot;&gt;&lt;script&gt;"],
    ["begin", "0s"],
    ["tabindex", "1"],
    ["target", "_blank"],
    ["__proto__", "x"],
    ["constructor", "x"],
  ])("the attribute %s='%s'", (name, value) => {
    expect(inside(`<use ${name}="${value}"/>`)).toBe("<use/>");
  });

  test("text that looks like markup stays text", () => {
    expect(
      inside(
        "<text>&lt;script&gt;alert(1)&lt;/script&gt; <![CDATA[</text><script>x</script>]]></text>",
      ),
    ).toBe(
      "<text>&#60;script&#62;alert(1)&#60;/script&#62; &#60;/text&#62;&#60;script&#62;x&#60;/script&#62;</text>",
    );
    expect(() =>
      inside(
        "<style>.a{fill:red}&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;.b{fill:blue}</style>",
      ),
    ).toThrow(SvgNotWhole);
  });

  test("the second element of an id loses it", () => {
    expect(inside('<g id="a"/><g id="a"/>')).toBe('<g id="a"/><g/>');
  });
});

describe("what draws and can't be kept is refused, never dropped in silence", () => {
  test.each([
    [
      "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></body></foreignObject>",
      "embedded HTML (foreignObject)",
    ],
    ["<image href='https://evil.example/pixel.png'/>", "an image that isn’t in the file"],
    [
      "<image href='data:image/svg+xml;base64,PHN2Zz4='/>",
      "an embedded image that isn’t PNG, JPEG, WebP or GIF",
    ],
    ["<image href='data:image/png;base64,PHN2Zz4='/>", "a damaged embedded image"],
    ["<feImage href='https://evil.example/x'/>", "an image that isn’t in the file"],
    ["<animate attributeName='href' values='javascript:alert(1)'/>", "an animation"],
    ["<set attributeName='onclick' to='alert(1)'/>", "an animation"],
    ["<style>@keyframes a{to{opacity:1}}</style>", "an animation"],
    ["<style>@import url(https://evil.example/x.css);</style>", "an external style sheet"],
    ["<style>@import 'https://evil.example/x.css';</style>", "an external style sheet"],
    [
      "<style>@font-face{font-family:x;src:url(https://evil.example/x.woff)}</style><text>a</text>",
      "an embedded font",
    ],
    ["<style>@supports (x:y){path{fill:red}}</style>", "the style rule “@supports (x:y)”"],
    ["<style>.a\\:b{fill:red}</style>", "the style rule “.a\\:b”"],
    ["<style>[data-x]{fill:red}</style>", "the style rule “[data-x]”"],
    [
      "<style>path{fill:url(https://evil.example/#x)}</style>",
      "a reference to another file (fill)",
    ],
    ["<style>path{fill:u\\72l(https://evil.example/#x)}</style>", "(fill)"],
    ["<style>path{fill:url/**/(//evil.example)}</style>", "a value of “fill”"],
    [
      "<style>path{background-image:image-set('https://evil.example/x' 1x)}</style>",
      "(background-image)",
    ],
    ["<style>.a{--x:url(#g)}</style>", "(--x)"],
    ["<style>.a{--x:var(--y) var(--y)}</style>", "a value of “--x”"],
    ["<style>#a{fill:red}</style><g id='a'/><g id='a'/>", "several elements with the same id"],
  ])("%s", (text, words) => {
    expect(() => inside(text)).toThrow(SvgNotWhole);
    expect(() => inside(text)).toThrow(words);
  });

  test.each([
    ["href", "javascript:alert(1)"],
    ["href", "https://evil.example/x.svg#a"],
    ["href", "//evil.example"],
    ["href", "&#106;avascript:alert(1)"],
    ["href", "#a b"],
    ["href", " #a"],
    ["xlink:href", "data:text/html,x"],
    ["fill", "url(https://evil.example/#a)"],
    ["fill", "url(&quot;//evil.example/#a&quot;)"],
    ["fill", "url(#a"],
    ["fill", "URL(data:x)"],
    ["fill", "u\\rl(//x)"],
    ["fill", "red;background:url(//x)"],
    ["mask", "src(#a)"],
    ["mask", "image-set(#a)"],
    ["clip-path", "element(#a)"],
    ["style", "background:url(//x)"],
    ["style", "fill:url(//x)"],
    ["style", "fill:expression(alert(1))"],
    ["style", "fill:red}path{fill:blue"],
    ["d", "M0 0&quot; onload=&quot;alert(1)"],
  ])("the attribute %s='%s'", (name, value) => {
    expect(() => inside(`<use ${name}="${value}"/>`)).toThrow(SvgNotWhole);
  });

  test("in one sentence, which names three of them", () => {
    expect(() => inside('<set/><image href="x"/><path fill="a(b)"/><path stroke="a(b)"/>')).toThrow(
      /^This SVG has an animation, an image that isn’t in the file, a value of “fill” that is not allowed here, and more, which can’t be kept\. [^.]+\.$/,
    );
  });
});

describe("what is no SVG is refused", () => {
  test.each([
    ["nothing", ""],
    ["text", "hello"],
    ["a PNG", "\u0089PNG\r\n\u001a\n"],
    ["HTML", "<!DOCTYPE html><html><body><svg/></body></html>"],
    ["an upper-case doctype of HTML", "<!doctype html><svg/>"],
    ["another element", `<g ${NS}/>`],
    ["another namespace", '<svg xmlns="http://www.w3.org/1999/xhtml"/>'],
    ["a prefix that means something else", '<svg:svg xmlns:svg="http://www.w3.org/1999/xhtml"/>'],
    ["a prefix that means nothing", "<svg:svg/>"],
    ["an entity that nothing defines", '<svg><path x="&unknown;"/></svg>'],
    [
      "an entity from another file",
      '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg><text>&a;</text></svg>',
    ],
    ["an entity of elements", '<!DOCTYPE svg [<!ENTITY a "<g/>">]><svg>&a;</svg>'],
    ["an entity of itself", '<!DOCTYPE svg [<!ENTITY a "&a;">]><svg>&a;</svg>'],
    [
      "entities that multiply",
      `<!DOCTYPE svg [<!ENTITY a "${"x".repeat(1000)}"><!ENTITY b "${"&a;".repeat(1000)}"><!ENTITY c "${"&b;".repeat(1000)}">]><svg><text>&c;</text></svg>`,
    ],
    ["two roots", "<svg/><svg/>"],
    ["text behind the end", "<svg/>x"],
    ["text before the start", "x<svg/>"],
    ["an element that never closes", "<svg><g></svg>"],
    ["elements that cross", "<svg><g><a></g></a></svg>"],
    ["a closing tag too many", "<svg/></svg>"],
    ["half a tag", "<svg"],
    ["half an attribute", '<svg a="'],
    ["an attribute without quotes", "<svg width=1/>"],
    ["an attribute without a value", "<svg hidden/>"],
    ["an attribute twice", '<svg width="1" width="2"/>'],
    ["attributes that touch", '<svg a="1"b="2"/>'],
    ["< in an attribute", '<svg a="<"/>'],
    ["a bare &", "<svg><text>R&D</text></svg>"],
    ["an unclosed comment", "<svg/><!-- "],
    ["an unclosed CDATA", "<svg><![CDATA[ </svg>"],
    ["an unclosed DOCTYPE", "<!DOCTYPE svg [ <!ENTITY a 'b> <svg/>"],
    ["a DOCTYPE inside", "<svg><!DOCTYPE svg></svg>"],
    ["a null character", "<svg>\0</svg>"],
    ["a reference to a null character", "<svg><text>&#0;</text></svg>"],
    ["a reference beyond Unicode", "<svg><text>&#x110000;</text></svg>"],
    ["half a surrogate pair", "<svg><text>\ud800</text></svg>"],
    ["a reference to half a surrogate pair", "<svg><text>&#xd800;</text></svg>"],
    ["too many levels", "<svg>".repeat(101) + "</svg>".repeat(101)],
    ["too many elements", `<svg>${"<g/>".repeat(50_001)}</svg>`],
    ["too many characters", `<svg><text>${"x".repeat(2_000_000)}</text></svg>`],
  ])("%s", (_, text) => {
    expect(() => cleanSvg(text)).toThrow(NotAnSvg);
  });

  test("a few uses that multiply to billions, by elements, styles or classes", () => {
    const levels = (level: (n: number) => string) =>
      svg(Array.from({ length: 10 }, (_, n) => level(n)).join(""));
    const ten = (text: string) => text.repeat(10);
    for (const bomb of [
      levels((n) => `<g id="g${n}">${ten(`<use href="#g${n + 1}"/>`)}</g>`),
      levels(
        (n) => `<clipPath id="c${n}">${ten(`<path clip-path="url(#c${n + 1})"/>`)}</clipPath>`,
      ),
      levels((n) => `<mask id="c${n}">${ten(`<path style="mask:url(#c${n + 1})"/>`)}</mask>`),
      levels(
        (n) =>
          `<style>g #p${n} > .x{clip-path:url(#c${n + 1})}</style><g><g id="p${n}">${ten(`<path class="x"/>`)}</g></g><clipPath id="c${n}">${ten(`<use href="#p${n}"/>`)}</clipPath><use href="#p${n}"/>`,
      ),
      `<svg ${NS}><marker id="m"><path d="M0 0"/></marker><g marker-mid="url(#m)"><path d="M${"1 1 ".repeat(60_000)}"/></g></svg>`,
      levels(
        (n) =>
          `<filter id="f${n}"><feImage href="#g${n}"/></filter><g id="g${n}">${ten(`<path filter="url(#f${n + 1})"/>`)}</g><path filter="url(#f${n})"/>`,
      ),
      levels(
        (n) =>
          `<style>.a${n}{clip-path:url(#c${n + 1})}</style><clipPath id="c${n}">${ten(`<path class="x a${n}"/>`)}</clipPath>`,
      ),
    ]) {
      expect(() => cleanSvg(bomb)).toThrow(/draws too many/);
    }
  });

  test("references in a circle, and a chain too long to follow", () => {
    expect(() => cleanSvg(svg('<g id="a"><use href="#a"/></g>'))).toThrow(/circular/);
    expect(() =>
      cleanSvg(svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')),
    ).toThrow(/circular/);
    const chain = Array.from(
      { length: 5000 },
      (_, n) => `<linearGradient id="g${n}" href="#g${n + 1}"/>`,
    ).join("");
    expect(() => cleanSvg(svg(chain))).toThrow(NotAnSvg);
  });
});

describe("whatever comes", () => {
  const fragment = fc.constantFrom(
    "<svg>",
    `<svg ${NS}>`,
    "</svg>",
    "<g>",
    "</g>",
    "<g/>",
    "<style>",
    "</style>",
    "<text>",
    "</text>",
    "<script>",
    "</script>",
    "<use href='#a'/>",
    "<a href='javascript:alert(1)'>",
    "</a>",
    "<path id='a' d='M0 0'/>",
    "<path onload='x'/>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "<!DOCTYPE svg [",
    "]>",
    "&lt;",
    "&amp;",
    "&",
    "&#60;",
    "&x;",
    '"',
    "'",
    "<",
    ">",
    "/",
    "=",
    ".a{fill:url(#a)}",
    "@import url(//x);",
    "@media (prefers-color-scheme:dark){",
    "}",
    "{",
    "/*",
    "*/",
    "fill:url(//evil.example)",
    "javascript:",
    "\\",
    "\0",
    " ",
    "\u2028",
    "é",
    "<image href='http://x'/>",
    "<g style='fill:red;x:y' fill=\"url(#a)\" class='a'>",
  );

  test("text that is empty leaves nothing, so that cleaning again changes nothing", () => {
    const once = cleanSvg(svg("<text></text>"));
    expect(cleanSvg(once)).toBe(once);
  });

  testInFive("the result is clean, and cleaning it again changes nothing", () => {
    let cleaned = 0;
    const property = (text: string) => {
      let result: string;
      try {
        result = cleanSvg(text);
      } catch (error) {
        expect(error).toBeInstanceOf(NotAnSvg);
        return;
      }
      cleaned += 1;
      const markup = result.replace(/>[^<]*</g, "><");
      expect(markup).not.toMatch(
        /<(?:script|foreignObject|a\b|\?|!)|\son\w+=|javascript:|href="(?!#|data:image\/(?:png|jpeg|webp|gif);base64,)|@import|\/\/evil/i,
      );
      expect(cleanSvg(result)).toBe(result);
    };
    fc.assert(
      fc.property(
        fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join("")),
        property,
      ),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(
        fc.array(fragment, { maxLength: 6 }).map((parts) => svg(parts.join(""))),
        property,
      ),
      { numRuns: 5000 },
    );
    fc.assert(fc.property(fc.string({ unit: "binary" }), property), { numRuns: 500 });
    expect(cleaned).toBeGreaterThan(500);
  });

  test.each([
    ["<", "<".repeat(1_900_000)],
    ["spaces in a tag", `<svg ${" ".repeat(1_900_000)}`],
    ["comments", svg("<!---->".repeat(250_000))],
    ["open comments in a style", svg(`<style>${"/*".repeat(900_000)}</style>`)],
    ["braces in a style", svg(`<style>${"a{".repeat(900_000)}</style>`)],
    [
      "rules",
      svg(
        `<style>${".a{fill:url(#g)}".repeat(110_000)}</style><g id="g"/>${'<path class="a"/>'.repeat(1000)}`,
      ),
    ],
    ["selectors", svg(`<style>${".a,".repeat(600_000)}.a{fill:url(#g)}</style>`)],
    ["semicolons", svg(`<path style="${"fill:red;".repeat(200_000)}"/>`)],
    ["brackets", svg(`<path d="${"(".repeat(1_900_000)}"/>`)],
    ["letters before a bracket", svg(`<path d="${"a".repeat(1_900_000)}("/>`)],
    ["references to this file", svg(`<path fill="${"url(#a)".repeat(250_000)}"/>`)],
    ["half references", svg(`<path fill="${"url(".repeat(450_000)}"/>`)],
    ["quotes", svg(`<path fill="${"'".repeat(1_900_000)}"/>`)],
    ["entities", svg(`<text>${"&amp;".repeat(350_000)}</text>`)],
    [
      "attributes",
      svg(`<path ${Array.from({ length: 120_000 }, (_, n) => `a${n}="1"`).join(" ")}/>`),
    ],
    [
      "classes",
      svg(`<style>.a{fill:url(#g)}</style><g id="g"/><path class="${"a ".repeat(900_000)}"/>`),
    ],
    ["a DOCTYPE", `<!DOCTYPE svg [${"<!--x-->'a'".repeat(150_000)}`],
  ])("takes time in proportion to the length: %s", (_, text) => {
    const took = timeOf(() => {
      try {
        cleanSvg(text);
      } catch (error) {
        expect(error).toBeInstanceOf(NotAnSvg);
      }
    });
    // What is not proportional takes minutes.
    expect(overPieces(took, 500)).toBeNull();
  });
});
