import { describe, expect, test } from "vitest";
import { faultsOfAnswer, faultsOfPage } from "./form-check.ts";
import { htmlForms } from "./html-forms.ts";

/** What the walk over every form is to find is planted here, one fault of each kind. */

/** Markup of a page with one form. */
const page = (inside: string) => `<main><form method="post">${inside}</form></main>`;
const SEND = '<button name="intent" value="save">Save</button>';

describe("the walk tells of", () => {
  test.each([
    ["a radio without a value", '<input type="radio" name="to">', "a radio to has no value"],
    ["a box without a value", '<input type="checkbox" name="on">', "a checkbox on has no value"],
    ["a control without a name", '<input id="who">', "a control has no name: who"],
    [
      "a button with the name of a field",
      '<input name="intent" value="x">',
      "a button and a field are both named intent",
    ],
    ["a name of the form's", '<input name="submit">', "the name submit hides the form's own"],
    [
      "a button that hides the form's id",
      '<button name="id" value="1">Go</button>',
      "the name id hides the form's own",
    ],
    [
      "two controls with one id",
      '<input id="a" name="a"><input id="a" name="b">',
      "two elements have the id a",
    ],
    [
      "two radios with one value",
      '<input type="radio" name="to" value="on"><input type="radio" name="to" value="on">',
      "two radios to have the value on",
    ],
  ])("%s", (_, inside, fault) => {
    expect(faultsOfPage(page(inside + SEND))).toEqual([fault]);
  });

  test("nothing where nothing is wrong", () => {
    const sound =
      '<input type="hidden" name="id" value="1"><input type="radio" name="to" value="">' +
      '<input type="radio" name="to" value="all"><input data-filter><select name="s"><option>A</select>';
    expect(faultsOfPage(page(sound + SEND))).toEqual([]);
  });

  const html = { "content-type": "text/html; charset=utf-8" };
  const refused = (text: string, status = 400) => ({ status, headers: html, text });
  const summary = (line: string) => `<div role="alert"><ul><li>${line}</li></ul></div>`;
  const field = (more = "") => `<input id="name" name="name" ${more}>`;
  const sound =
    summary('<a href="#name">Enter a name</a>') +
    page(
      `<p id="name-error">Enter a name</p>${field('aria-invalid="true" aria-describedby="name-error"')}`,
    );
  const [sent] = htmlForms(page(field() + SEND));
  if (sent === undefined) throw new Error("no form");

  test.each([
    ["an error of the server", refused(sound, 500), "500"],
    ["a refusal that says nothing", refused(page(field())), "400 without a message: "],
    [
      "a page for others",
      refused("<h1>Page not found</h1>", 404),
      "404 without a message: Page not found",
    ],
    [
      "a refusal that is no page",
      { status: 405, headers: { "content-type": "text/plain" }, text: "No" },
      "405 without a page: No",
    ],
    [
      "a message about no field",
      refused(summary("Required") + page(field())),
      "'Required' is said of no field",
    ],
    [
      "a line that leads nowhere",
      refused(summary('<a href="#gone">Enter a name</a>') + page(field())),
      "'Enter a name' leads to #gone, which is not there",
    ],
    [
      "a field at which nothing is said",
      refused(summary('<a href="#name">Enter a name</a>') + page(field())),
      "'Enter a name' leads to #name, where nothing is said",
    ],
    [
      "a field that is only marked",
      refused(summary("Enter a name") + page(field('aria-invalid="true"'))),
      "name is marked, and nothing is said there",
    ],
    [
      "a value that the server does not know",
      refused(summary("Use one of a, b") + page(field())),
      "what the page offers is answered 'Use one of a, b'",
    ],
  ])("%s", (_, answer, fault) => {
    expect(faultsOfAnswer(answer, sent)).toEqual([fault]);
  });

  test("no refusal that is said at its field, and nothing that was taken", () => {
    expect(faultsOfAnswer(refused(sound), sent)).toEqual([]);
    expect(faultsOfAnswer({ status: 303, headers: {}, text: "" }, sent)).toEqual([]);
  });

  test("a choice that a refusal loses", () => {
    const offer = (to: string) =>
      page(
        `<select name="to"><option value="a">A</option><option value="b"${to === "b" ? ' selected=""' : ""}>B</option></select>${SEND}`,
      );
    const [form] = htmlForms(offer("a"));
    const control = form?.controls[0];
    if (form === undefined || control === undefined) throw new Error("no form");
    const again = (to: string) =>
      faultsOfAnswer(refused(summary("Choose somebody first.") + offer(to)), form, {
        control,
        to: "b",
      });
    expect(again("a")).toEqual(["the choice is lost"]);
    expect(again("b")).toEqual([]);
  });
});
