import * as z from "zod";
import { markReviewed, setReviews } from "#content/knowledge-base/store/reviews.server.ts";
import { REVIEW_MONTHS } from "#model/knowledge-base/reviews.ts";
import type { Beside } from "./entry-writes.server.ts";

const shape = {
  ownerId: z.string().max(64).nullable().optional(),
  reviewMonths: z.literal(REVIEW_MONTHS).nullable().optional(),
  /** Notes that it was reviewed now. */
  reviewed: z.literal(true).optional(),
};

/** Who looks after an FAQ entry, how often it is reviewed, and that it was now. */
export const REVIEW_FIELDS: Beside = {
  shape,
  async save(write, id, sent) {
    const { ownerId, reviewMonths, reviewed } = z.object(shape).parse(sent);
    if (ownerId !== undefined || reviewMonths !== undefined)
      await setReviews(write, [id], {
        ...(ownerId === undefined ? {} : { ownerId }),
        ...(reviewMonths === undefined ? {} : { everyMonths: reviewMonths }),
      });
    if (reviewed === true) await markReviewed(write, [id]);
  },
};
