import { ADDRESS_KEY } from "#platform/files/installation-key.ts";
import { chance, everything } from "../sample.ts";
import { crawl, shapeOf } from "./crawl.ts";
import { ORIGIN } from "./edit-world.ts";
import { namesOf } from "./form-check.ts";
import { encoded, htmlForms, isSubmit, isTick, sendingOf, sentOf } from "./html-forms.ts";
import type { Choice, Control, HtmlForm, Sending, Sent } from "./html-forms.ts";
import { builtServer } from "./template.ts";
import { World, type Answer } from "./world.ts";
import { worldDatabase, type WorldImage } from "./world-database.ts";

/**
 * Walks to every page that somebody can reach, and sends the forms that are there, each to a copy of the world
 * of its own: nothing that one form does is there for the next.
 */

/** Somebody who walks: their session, the door, and where they begin. */
export interface FormWalker {
  name: string;
  cookie?: string;
  host?: string;
  seeds: readonly string[];
}

/** A form where it was found. */
export interface FoundForm {
  walker: FormWalker;
  page: string;
  form: HtmlForm;
  /** The same for forms that are sent to the same kind of address with the same fields. */
  shape: string;
}

/** A page that was met, with what is wrong with it as it stands. */
export interface MetPage {
  walker: FormWalker;
  url: string;
  answer: Answer;
}

/** One way of sending a form. */
export interface Trial {
  found: FoundForm;
  button: Control | null;
  choice: Choice | null;
}

/** A world as it is at one moment: everything that is asked of a copy is gone with it. */
export class Snapshot {
  readonly #world: World;
  readonly #image: Promise<WorldImage>;

  constructor(world: World) {
    this.#world = world;
    this.#image = world.image();
  }

  /** Does some work on a copy of its own. */
  async with<T>(work: (world: World) => Promise<T>): Promise<T> {
    const { RateLimits, handle, httpServer } = await builtServer();
    const { services, time } = this.#world;
    const database = await worldDatabase(await this.#image, services.key.derive(ADDRESS_KEY));
    const copied = {
      ...services,
      store: database.store,
      limits: new RateLimits(),
      now: () => time,
    };
    const server = httpServer(await handle(copied));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const world = new World(copied, server, database);
    world.time = time;
    try {
      return await work(world);
    } finally {
      await world.close();
    }
  }
}

/** What leads nowhere with a form: files, drawn pages of them, feeds, calls. */
const NO_PAGE =
  /^\/(?:api|assets)\/|\/view\/pages\/\d|\.(?:js|css|svg|png|ico|csv|json|xml|txt|zip|webmanifest|html)(?:\?|$)/;

/** The short run follows this share of the kinds of addresses that no seed has. */
const FOLLOWED = 0.18;
/** The long run follows all kinds, and this share of the addresses of a kind that was met. */
const SHARE_OF_THE_SAME = 0.2;

/** Every page that a walker reaches from the seeds; in the short run one page of some shapes that no seed has. */
export async function pagesOf(world: World, walker: FormWalker): Promise<MetPage[]> {
  const shapes = new Set(walker.seeds.map(shapeOf));
  const visits = await crawl(
    world,
    {
      ...(walker.cookie === undefined ? {} : { cookie: walker.cookie }),
      ...(walker.host === undefined ? {} : { host: walker.host }),
    },
    walker.seeds,
    {
      inside: (target) => {
        const shape = shapeOf(target);
        const isNew = !shapes.has(shape);
        shapes.add(shape);
        if (NO_PAGE.test(target)) return false;
        if (everything) return isNew || chance(target) < SHARE_OF_THE_SAME;
        return (
          isNew && !/[?&](?:sort|page)=/.test(target) && chance(walker.name + shape) < FOLLOWED
        );
      },
    },
  );
  return visits
    .filter(({ answer }) => answer.headers["content-type"]?.startsWith("text/html") === true)
    .map(({ url, answer }) => ({ walker, url, answer }));
}

/** The forms of some pages, each shape once for each walker. */
export function formsOfPages(pages: readonly MetPage[]): FoundForm[] {
  const found = new Map<string, FoundForm>();
  for (const { walker, url, answer } of pages)
    for (const form of htmlForms(answer.text)) {
      const shape = shapeOfForm(form, url);
      const key = `${walker.name} ${shape}`;
      if (shape !== null && !found.has(key)) found.set(key, { walker, page: url, form, shape });
    }
  return [...found.values()];
}

/** Where a form is sent and what its fields, choices and buttons are; null for a form that leads elsewhere. */
function shapeOfForm(form: HtmlForm, page: string): string | null {
  const { method, target } = sendingOf(form, null, page);
  if (target === null || form.element.attribs.method === "dialog") return null;
  const said = form.controls
    .filter(({ type }) => type === "hidden" || type === "submit" || type === "radio")
    // Ids are of one thing each; words such as an intent are of the form.
    .map(({ name, value }) => `${name}=${/^[a-z-]{0,19}$/i.test(value) ? value : "*"}`);
  return [method, shapeOf(target), namesOf(form), ...new Set(said)].join(" ");
}

/** Every way of sending what a form offers: untouched by each button, then with one choice made otherwise. */
export function trialsOf(found: FoundForm): { untouched: Trial[]; chosen: Trial[] } {
  const { form } = found;
  const buttons = form.buttons.filter(
    ({ name, value, element }, at) =>
      form.buttons.findIndex(
        (one) =>
          one.name === name &&
          one.value === value &&
          one.element.attribs.formaction === element.attribs.formaction,
      ) === at,
  );
  // Enter sends a form that has no button at all; one whose buttons are all disabled goes nowhere.
  const isStuck = buttons.length === 0 && form.controls.some(isSubmit);
  if (isStuck) return { untouched: [], chosen: [] };
  const pressed: (Control | null)[] = buttons.length === 0 ? [null] : buttons;
  const [first = null] = pressed;
  return {
    untouched: pressed.map((button) => ({ found, button, choice: null })),
    chosen: choicesOf(form).map((choice) => ({ found, button: first, choice })),
  };
}

/** Each choice that the page offers and does not show as made. */
function choicesOf({ controls }: HtmlForm): Choice[] {
  return controls
    .filter((control) => !control.isDisabled && control.name !== "")
    .flatMap((control): Choice[] => {
      if (isTick(control))
        return control.type === "radio" && control.isChecked
          ? []
          : [{ control, to: !control.isChecked }];
      return control.options
        .filter((option) => !option.isDisabled && !option.isSelected)
        .map(({ value }) => ({ control, to: value }));
    });
}

/** A trial in words, for a report. */
export function inWords({ found, button, choice }: Trial): string {
  const { walker, page, form } = found;
  const { method, target } = sendingOf(form, button, page);
  const press = button === null || button.name === "" ? "" : ` by ${button.name}=${button.value}`;
  const chosen =
    choice === null
      ? ""
      : ` with ${choice.control.name}${isTick(choice.control) ? `=${choice.control.value}` : ""} ${String(choice.to)}`;
  return `${walker.name} at ${page}: ${method} ${target}${press}${chosen}`;
}

/** Sends a form as a browser does. */
export function submit(
  world: World,
  { walker, page }: Pick<FoundForm, "walker" | "page">,
  { method, target, isMultipart }: Sending,
  fields: readonly Sent[],
): Promise<Answer> {
  const headers: Record<string, string> = {
    ...ORIGIN,
    ...(walker.host === undefined ? {} : { origin: `http://${walker.host}` }),
    ...(walker.cookie === undefined ? {} : { cookie: walker.cookie }),
  };
  const host = walker.host === undefined ? {} : { host: walker.host };
  const { body, type } = encoded(fields, isMultipart);
  if (method === "get") {
    const path = (target ?? page).split("?")[0] ?? "";
    return world.ask(`${path}?${encoded(fields, false).body}`, { headers, ...host });
  }
  return world.ask(target ?? page, {
    method: "POST",
    body,
    headers: { ...headers, "content-type": type },
    ...host,
  });
}

/** Sends a trial to a copy of the world. */
export function tried(snapshot: Snapshot, { found, button, choice }: Trial): Promise<Answer> {
  const sending = sendingOf(found.form, button, found.page);
  return snapshot.with((world) =>
    submit(world, found, sending, sentOf(found.form, button, choice)),
  );
}
