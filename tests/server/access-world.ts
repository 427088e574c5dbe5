import type { AccessButton } from "#model/access-requests/access-dialog.ts";
import type { Answer, Ask, World } from "./world.ts";

/** What tests of asking for access do on the way to what they prove. */
export const RILEY = "riley@customer.example";

/** A browser: it keeps its cookies, and sends the forms of the access dialogs. */
export class Visitor {
  readonly world: World;
  readonly portal: string;
  readonly options: Pick<Ask, "host" | "headers">;
  readonly #cookies = new Map<string, string>();

  constructor(world: World, portal = "/acme", options: Pick<Ask, "host" | "headers"> = {}) {
    this.world = world;
    this.portal = portal;
    this.options = options;
  }

  async ask(target: string, { headers, ...rest }: Ask = {}): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.world.ask(target, {
      ...this.options,
      ...rest,
      headers: { ...this.options.headers, ...headers, ...(cookie === "" ? {} : { cookie }) },
    });
    for (const set of answer.headers["set-cookie"] ?? []) {
      const [pair = ""] = set.split(";");
      const at = pair.indexOf("=");
      if (/Max-Age=0/.test(set)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  logIn(email: string, query = "loginRequest=true"): Promise<Answer> {
    return this.press("login", query, { email });
  }

  async request(changes: Record<string, string | undefined> = {}): Promise<Answer> {
    const values = await requestValues(this.world, this.portal.slice(1), changes);
    return this.press("request", "requestAccess=true", values);
  }

  /** Sends a form of the access dialogs to its button's address. */
  press(button: AccessButton, query: string, form: Record<string, string>): Promise<Answer> {
    return this.ask(`${this.portal}/get-access/${button}?${query}`, { form });
  }

  /** Presses the button of the page that a mailed link leads to. */
  async openLink(link: string, fields: Record<string, string> = {}): Promise<Answer> {
    const { pathname, search } = new URL(link);
    const page = await this.ask(pathname + search);
    return this.ask(pathname + search, {
      form: { intent: "sign-in", proof: fieldOf(page, "proof"), ...fields },
    });
  }
}

/** The value of a hidden field of a page. */
export function fieldOf(page: Answer, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? "";
}

/** A request that acme's form takes, with changes; undefined leaves a field out. */
export async function requestValues(
  world: World,
  org = "acme",
  changes: Record<string, string | undefined> = {},
): Promise<Record<string, string>> {
  const productId = await world.productId(org);
  const values: Record<string, string | undefined> = {
    firstName: "Jane",
    lastName: "Miró",
    email: "jane@corp.example",
    companyName: "Corp & Söhne",
    jobTitleTextField: "Security engineer",
    pointOfContactField: "sales@acme.example",
    relationshipDropdown: "prospective customer",
    countriesDropdown: "DE",
    accountMemberRequestProducts: productId,
    customCheckbox: "on",
    agree: "on",
    productId,
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export interface Mail {
  kind: string;
  toEmail: string;
  subject: string;
  text: string;
}

/** The mails that were queued, oldest first; what staff are told is left out unless its kind is asked for. */
export async function mails(world: World, kind?: string): Promise<Mail[]> {
  let query = world.services.store.read
    .selectFrom("outbox")
    .select(["kind", "toEmail", "subject", "text"])
    .orderBy("createdAt")
    .orderBy("id");
  query =
    kind === undefined
      ? query.where("kind", "<>", "staff-access-request")
      : query.where("kind", "=", kind);
  return (await query.execute()).map((mail) => ({ ...mail, text: mail.text ?? "" }));
}

/** The link and the code of the last sign-in mail. */
export async function lastLink(
  world: World,
): Promise<{ link: string; code: string; toEmail: string }> {
  const mail = (await mails(world, "sign-in-link")).at(-1);
  if (mail === undefined) throw new Error("no sign-in mail was queued");
  const link = /https?:\/\/\S+\/sign-in-link\?token=[\w-]+/.exec(mail.text)?.[0] ?? "";
  return { link, code: /(?<!\S)\d{6}(?!\S)/.exec(mail.text)?.[0] ?? "", toEmail: mail.toEmail };
}

/** The code that the asking browser shows. */
export function shownCode(page: Answer): string {
  return /tracking-\[0\.2em\]">(\d{6})</.exec(page.text)?.[1] ?? "";
}

export async function minutes(world: World, count: number): Promise<void> {
  world.time = new Date(world.time.getTime() + count * 60_000);
}

export async function setting(
  world: World,
  values: Record<string, unknown>,
  slug = "acme",
): Promise<void> {
  const { updateCustomization } = await import("#company/settings/store/customizations.server.ts");
  const orgId = await world.orgId(slug);
  await world.services.store.write((trx) =>
    updateCustomization({ trx, orgId, now: world.time }, values),
  );
}
