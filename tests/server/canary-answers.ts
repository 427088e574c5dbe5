import type { Canaries } from "./canaries.ts";
import type { Visit, Walker } from "./crawl.ts";
import { says, type ModelService } from "./model-service.ts";
import type { World } from "./world.ts";

/** Words of content that a question may ask about; each costs a question of each viewer. */
const ASKED =
  /^(?:title|explanation|question|answer|comment|purpose|reference|description|message|subject)\b/;
/** What stands as the address of a prompt. */
export const PROMPT = "what the model was sent";

/** Lets all texts of both companies go to a service that repeats every passage that it gets. */
export async function allowModel(world: World, service: ModelService): Promise<void> {
  service.behaves((response, sent) => {
    const { passages } = JSON.parse(sent.user) as { passages: { text: string }[] };
    const all = passages
      .map(({ text }, place) => `${text.slice(0, 400)} [${place + 1}].`)
      .join(" ");
    says(all === "" ? "NO ANSWER" : all)(response, sent);
  });
  for (const org of ["acme", "globex"]) {
    const orgId = await world.orgId(org);
    const allowed = { sendTextsToModel: true, sendFilesToModel: true, modelHost: service.host };
    await world.services.store.write(async (trx) => {
      const { settingsJson } = await trx
        .selectFrom("customizations")
        .select("settingsJson")
        .where("orgId", "=", orgId)
        .executeTakeFirstOrThrow();
      const settings = { ...(JSON.parse(settingsJson) as object), ...allowed };
      await trx
        .updateTable("customizations")
        .set({ settingsJson: JSON.stringify(settings) })
        .where("orgId", "=", orgId)
        .execute();
    });
  }
}

/**
 * What a walker is answered to questions about everything that was planted, and what the model was sent for it.
 * @param most about so many questions, spread over what was planted
 */
export async function answerVisits(
  world: World,
  service: ModelService,
  { as, host, keep }: Walker,
  base: string,
  canaries: Canaries,
  most: number,
): Promise<Visit[]> {
  const who = { ...(as === undefined ? {} : { as }), ...(host === undefined ? {} : { host }) };
  const words = [...canaries.all.values()].filter(({ what }) => ASKED.test(what));
  const step = Math.max(1, Math.floor(words.length / most));
  const visits: Visit[] = [];
  const query = keep === undefined ? "" : `?${keep}`;
  for (const { word } of words.filter((_, place) => place % step === 0)) {
    for (const limit of ["search-network", "answer-person"] as const)
      for (const key of ["127.0.0.1", ...(await people(world))])
        await world.services.limits.forgive(limit, key);
    const before = service.sent.length;
    const url = `${base}/search/answer.json${query}`;
    const answer = await world.ask(url, {
      ...who,
      headers: { origin: `http://${host ?? world.host}` },
      form: { q: `What about ${word}?` },
    });
    visits.push({ url, answer, from: null });
    for (const { user } of service.sent.slice(before))
      visits.push({ url: PROMPT, answer: { ...answer, text: sentOf(user) }, from: url });
    if (answer.status === 404) break;
  }
  return visits;
}

let ids: string[] | null = null;
async function people(world: World): Promise<string[]> {
  const { read } = world.services.store;
  ids ??= [
    ...(await read.selectFrom("members").select("id").execute()),
    ...(await read.selectFrom("staff").select("id").execute()),
  ].map(({ id }) => id);
  return ids;
}

/** The passages of a prompt; the question is its asker's own. */
function sentOf(user: string): string {
  return JSON.stringify((JSON.parse(user) as { passages: unknown }).passages);
}
