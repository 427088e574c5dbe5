import type { Route } from "./+types/entry-export";
import { entryExport } from "#content/edit-kit/entry-export.server.ts";
import { faqQuery } from "#model/knowledge-base/forms/faq-forms.ts";
import { dueOn } from "#model/knowledge-base/reviews.ts";
import { FAQ_FIELDS, faqSaid } from "../forms/faq-fields.ts";
import { listReviewed } from "../store/faq-page.server.ts";
import { entryOwners } from "../store/reviews.server.ts";

const { topic, shortAnswer, ...others } = FAQ_FIELDS;

/** The entries that the list's filter leaves; what came later stands in the last columns. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return entryExport<typeof FAQ_FIELDS, Exported>(args, {
    file: "knowledge-base",
    fields: { ...others, topic, shortAnswer },
    async list({ db, org, me, query, now }) {
      const owners = new Map((await entryOwners(db, org.id)).map(({ id, email }) => [id, email]));
      const rows = await listReviewed(db, org, { filter: faqQuery(query), me }, now);
      return rows.map((row) => ({ ...row, owner: owners.get(row.review.ownerId ?? "") ?? null }));
    },
    said: faqSaid,
    more: {
      names: ["owner", "reviewMonths", "lastReviewed", "nextReview", "used", "lastUsed"],
      cells: ({ owner, review, ...entry }) => [
        owner,
        review.everyMonths === null ? null : String(review.everyMonths),
        review.reviewedAt,
        dueOn({ ...entry, ...review }),
        String(review.used),
        review.usedAt,
      ],
    },
  });
}

type Exported = Awaited<ReturnType<typeof listReviewed>>[number] & { owner: string | null };
