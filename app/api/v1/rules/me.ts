import * as z from "zod";
import { ROLES } from "#model/auth/permissions.ts";

/** What `GET /api/v1/me` answers. */
export const meEntry = z.object({
  key: z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(["own", "company"]),
    scopes: z.array(z.string()),
    /** null: all of them. */
    productIds: z.array(z.string()).nullable(),
    networks: z.array(z.string()),
    expiresAt: z.iso.datetime().nullable(),
  }),
  person: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
  }),
  org: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
});
