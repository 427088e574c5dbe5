import { describe, expect, test } from "vitest";
import { encoded, htmlForms, sendingOf, sentOf, type HtmlForm } from "./html-forms.ts";
import { fieldsOf } from "./page-form.ts";

/** The only form of a page. */
function only(html: string): HtmlForm {
  const [form, ...others] = htmlForms(html);
  if (form === undefined || others.length > 0) throw new Error("not one form");
  return form;
}

const sent = (inside: string) => sentOf(only(`<form method="post">${inside}</form>`));

describe("what a browser sends of a form", () => {
  test.each<[string, string, [string, string | null][]]>([
    [
      "values as they are written",
      '<input name="a" value="&quot;x&quot; &amp; y">',
      [["a", '"x" & y']],
    ],
    ["nothing without a name", '<input value="x"><input name="" value="y">', []],
    ["hidden fields", '<input type="hidden" name="a" value="1">', [["a", "1"]]],
    [
      "boxes and radios that are ticked",
      '<input type="checkbox" name="a" checked><input type="checkbox" name="b"><input type="radio" name="c" value="" checked><input type="radio" name="c" value="2">',
      [
        ["a", "on"],
        ["c", ""],
      ],
    ],
    [
      "the selected option",
      '<select name="a"><option value="1">One</option><option value="2" selected>Two</option></select>',
      [["a", "2"]],
    ],
    [
      "the first option that can be chosen where none is",
      '<select name="a"><option value="" disabled>Choose</option><option> Two  words</option></select>',
      [["a", "Two words"]],
    ],
    ["nothing of a long list", '<select name="a" size="3"><option>1</option></select>', []],
    [
      "all that are selected of several",
      '<select name="a" multiple><option selected>1</option><option>2</option><option selected>3</option></select>',
      [
        ["a", "1"],
        ["a", "3"],
      ],
    ],
    [
      "text without the line break after its tag",
      '<textarea name="a">\n\nB &lt;i&gt;</textarea>',
      [["a", "\nB <i>"]],
    ],
    [
      "nothing that is disabled, but for the legend",
      '<input name="a" disabled><fieldset disabled><legend><input name="b" value="1"></legend><div><input name="c"></div></fieldset>',
      [["b", "1"]],
    ],
    [
      "no suggestions",
      '<input name="a" value="1" list="l"><datalist id="l"><option value="2"></datalist>',
      [["a", "1"]],
    ],
    ["an empty file", '<input type="file" name="a">', [["a", null]]],
    [
      "no button that wasn't pressed",
      '<button name="a" value="1">Go</button><input type="submit" name="b">',
      [],
    ],
  ])("has %s", (_, inside, fields) => {
    expect(sent(inside)).toEqual(fields);
  });

  test("has the controls that name the form from outside, and not those that name another", () => {
    const [first, second] = htmlForms(
      '<form id="f"><input name="a" form="g"></form><form id="g"></form><input name="b" form="f"><input name="c">',
    ).map((form) => sentOf(form).map(([name]) => name));
    expect([first, second]).toEqual([["b"], ["a"]]);
  });

  test("goes where and as the pressed button says", () => {
    const form = only(
      '<form method="post" action="?a=1"><input type="hidden" name="h" value="1"><button name="i" value="x" formaction="/other" formmethod="get">Go</button><button formenctype="multipart/form-data">Send</button></form>',
    );
    const [get = null, send = null] = form.buttons;
    expect(sendingOf(form, null, "/page?b=2")).toEqual({
      method: "post",
      target: "/page?a=1",
      isMultipart: false,
    });
    expect(sendingOf(form, get, "/page")).toMatchObject({ method: "get", target: "/other" });
    expect(sendingOf(form, send, "/page")).toMatchObject({ method: "post", isMultipart: true });
    expect(sentOf(form, get)).toEqual([
      ["h", "1"],
      ["i", "x"],
    ]);
    const elsewhere = only('<form action="https://elsewhere.example/"></form>');
    expect(sendingOf(elsewhere, null, "/")).toMatchObject({ method: "get", target: null });
  });

  test("has one choice made otherwise", () => {
    const form = only(
      '<form><input type="radio" name="a" value="1" checked><input type="radio" name="a" value="2"><input type="checkbox" name="b" value="y" checked><select name="c"><option>1<option>2</select></form>',
    );
    const [, second, box, list] = form.controls;
    if (second === undefined || box === undefined || list === undefined)
      throw new Error("controls");
    const words = (choice: Parameters<typeof sentOf>[2]) =>
      new URLSearchParams(sentOf(form, null, choice).map(([n, v]) => [n, v ?? ""])).toString();
    expect(words(null)).toBe("a=1&b=y&c=1");
    expect(words({ control: second, to: true })).toBe("a=2&b=y&c=1");
    expect(words({ control: box, to: false })).toBe("a=1&c=1");
    expect(words({ control: list, to: "2" })).toBe("a=1&b=y&c=2");
  });

  test("is written in parts where the form says so, a file that nobody chose as an empty one", () => {
    const { body, type } = encoded(
      [
        ['a"b', "1\n2"],
        ["file", null],
      ],
      true,
    );
    const boundary = type.split("boundary=")[1] ?? "";
    expect(body.split(`--${boundary}`)).toEqual([
      "",
      '\r\nContent-Disposition: form-data; name="a%22b"\r\n\r\n1\r\n2\r\n',
      '\r\nContent-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n',
      "--\r\n",
    ]);
    expect(encoded([["a", "1 &"]], false).body).toBe("a=1+%26");
  });

  test("is what tests change one field of", () => {
    expect(
      fieldsOf('<form><input type="file" name="a"><input name="b" value="1"></form>').toString(),
    ).toBe("a=&b=1");
  });
});
