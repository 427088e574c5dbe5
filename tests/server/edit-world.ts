import type { Answer, World } from "./world.ts";

/** How tests edit as a browser of the default host does. */
export const EDITOR = "editor@acme.example";
export const ORIGIN = { origin: "http://localhost:3000" };

/** Posts a form. */
export function post(
  world: World,
  path: string,
  form: Record<string, string>,
  as = EDITOR,
): Promise<Answer> {
  return world.ask(path, { as, form, headers: ORIGIN });
}

/** Posts a form with a file, its fields before it, as browsers do. */
export function postFile(
  world: World,
  path: string,
  fields: Record<string, string>,
  file: { name: string; type: string; bytes: Buffer | string } | null,
  as = EDITOR,
): Promise<Answer> {
  const boundary = "----a-boundary-of-tests";
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
  );
  const sent = file ?? { name: "", type: "application/octet-stream", bytes: "" };
  parts.push(
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="icon"; filename="${sent.name}"\r\nContent-Type: ${sent.type}\r\n\r\n`,
    ),
    Buffer.from(sent.bytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  );
  return world.ask(path, {
    as,
    method: "POST",
    body: Buffer.concat(parts),
    headers: { ...ORIGIN, "content-type": `multipart/form-data; boundary=${boundary}` },
  });
}

/** Calls the API of staff. */
export function patch(
  world: World,
  path: string,
  body: unknown,
  as: string | null = EDITOR,
  headers: Record<string, string> = ORIGIN,
): Promise<Answer> {
  return world.ask(path, {
    ...(as === null ? {} : { as }),
    method: "PATCH",
    body: JSON.stringify(body),
    headers: { ...headers, "content-type": "application/json" },
  });
}

/** The value of a hidden field of a page. */
export function hidden(answer: Answer, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(answer.text)?.[1] ?? "";
}

/** The page that a redirect leads to, with the message that it carries. */
export async function follow(world: World, answer: Answer, as = EDITOR): Promise<Answer> {
  const flash =
    answer.headers["set-cookie"]
      ?.find((cookie) => cookie.startsWith("otc_flash="))
      ?.split(";")[0] ?? "";
  return world.ask(answer.headers.location ?? "", { as, headers: { cookie: flash } });
}

/** The message of a page, and where its Undo posts to. */
export function messageOf(answer: Answer): { text: string; undo: string } {
  const note = /<p role="status"[^>]*>(.*?)<\/p>/s.exec(answer.text)?.[1] ?? "";
  const text = note
    .replace(/<svg.*?<\/svg>/gs, "")
    .replace(/<[^>]+>/g, "")
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, "&")
    .trim();
  return {
    text,
    undo: (/action="([^"]*(?:\/undo|undo=true[^"]*))"/.exec(answer.text)?.[1] ?? "").replace(
      /&amp;/g,
      "&",
    ),
  };
}

/** What a page says, without markup. */
export function words({ text }: Pick<Answer, "text">): string {
  const plain = text
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ");
  return plain
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

/** Lets every write fail in a way that nobody expected, until the given work of the editor is done. */
export async function unlucky<T>(world: World, work: () => Promise<T>): Promise<T> {
  const { store } = world.services;
  await world.cookieOf(EDITOR, world.host);
  const real = store.write.bind(store);
  store.write = () => Promise.reject(new Error("out of luck"));
  return work().finally(() => void (store.write = real));
}

/** Everything that history keeps, oldest first. */
export function changesOf({ services }: World) {
  return services.store.read.selectFrom("changes").selectAll().orderBy("number").execute();
}

export async function cardOf(world: World, kind: "Reports" | "Esg" | "Policies") {
  return world.services.store.read
    .selectFrom("cards")
    .selectAll()
    .where("productId", "=", await world.productId("acme"))
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
}

export async function itemOf(world: World, uid: string) {
  return world.services.store.read
    .selectFrom("items")
    .selectAll()
    .where("productId", "=", await world.productId("acme"))
    .where("uid", "=", uid)
    .executeTakeFirst();
}
