import * as z from "zod";
import { NOUNS } from "#api/v1/nouns.ts";
import { questionBody, requestBodies, requestBody } from "#api/v1/rules/portal.ts";
import { putBody } from "#api/v1/rules/put.ts";
import { bodyOf, type Verb } from "#api/v1/writes/verb.ts";
import { answerSchema } from "#content/answers/forms/answers.ts";
import { bulkDownloadSchema } from "#model/bulk-download.ts";
import { cardPatchSchema } from "#content/cards/forms/card-forms.ts";
import { movePatchSchema, slugPatchSchema } from "#model/cards/forms/edit-forms.ts";
import {
  cardOrderSchema,
  itemOrderSchema,
  sectionOrderSchema,
} from "#model/cards/forms/order-forms.ts";
import { postAnswerSchema, postCommentSchema } from "#access/comments/forms/comments.ts";
import { patchDocumentsSchema } from "#content/documents/rules/document-calls.ts";
import { gradeSchema } from "#content/grades/forms/grade.ts";
import { inviteSchema } from "#model/invitations.ts";
import { itemFieldsSchema } from "#content/items/api/item-save.ts";
import { facetSchema, querySchema } from "#content/knowledge-base/forms/knowledge-base.ts";
import { accessRequestSchema, loginSchema } from "#access/access-requests/forms/access-request.ts";
import { riskProfilePatch } from "#content/risk-profile/forms/risk-profile.ts";
import { searchSchema } from "#content/search/forms/search.ts";
import {
  subprocessorPatch,
  subprocessorRemoval,
  subprocessorSchema,
} from "#content/subprocessors/forms/subprocessors.ts";
import { subscribeSchema } from "#model/subscribers/subscriptions.ts";
import { trustedCompanyPatch, trustedCompanySchema } from "#content/trusted-by/forms/trusted-by.ts";
import { updatePayload } from "#updates/updates/forms/updates.ts";
import { WORLD_MADE } from "./template.ts";

/** What each call of the API takes in its body: the schema that it reads it by. */

/** Of a company that asks for none of the fields that it may ask for. */
const NOTHING_MORE = Object.fromEntries(
  [
    "customCheckbox",
    "jobTitleTextField",
    "pointOfContactField",
    "relationshipDropdown",
    "countriesDropdown",
    "accountMemberRequestProducts",
  ].map((name) => [name, { enabled: false }]),
) as unknown as Parameters<typeof accessRequestSchema>[0]["requestForm"];
const request = accessRequestSchema({ requestForm: NOTHING_MORE }, ["product"]);
const order = (name: string) => z.strictObject({ [name]: z.array(z.string()) });
const PRODUCT = "/api/trust-center/products/{product}";

/** What the changes below /api/v1 take, as the table of its nouns has it. */
const OF_KEYS = Object.entries(NOUNS).flatMap(([name, { writes }]) => {
  const one = `/api/v1/${name}/{id}`;
  const verbs: [string, Verb | undefined][] = [
    [`POST /api/v1/${name}`, writes?.make],
    [`PATCH ${one}`, writes?.change],
    ...Object.entries(writes?.calls ?? {}).map(([word, verb]): [string, Verb] => [
      `POST ${one}/${word}`,
      verb,
    ]),
  ];
  const bodies = verbs.flatMap(([call, verb]) => {
    const body =
      verb === undefined ? null : bodyOf(verb, { timeZone: "UTC", now: new Date(WORLD_MADE) });
    return body === null ? [] : [[call, [body]] as const];
  });
  return writes?.put === undefined
    ? bodies
    : [...bodies, [`PUT /api/v1/${name}`, [putBody]] as const];
});

/** By JSON. Where a call takes one of several bodies, their fields together. */
export const BODIES: Readonly<Record<string, readonly z.ZodType[]>> = {
  "POST {base}/search": [searchSchema],
  "POST {base}/search/answer": [answerSchema],
  "POST {base}/bulk-download": [bulkDownloadSchema],
  "POST /api/kb/{org}/query": [querySchema],
  "POST /api/kb/{org}/facets/{name}": [facetSchema],
  "POST /api/share/{org}/subscribe": [subscribeSchema],
  "POST /api/share/{org}/request": [request],
  "POST /api/statuspage/share/{account}/external/request": [request],
  "POST /api/share/{org}/login": [loginSchema],
  "POST /api/statuspage/share/{account}/external/login": [loginSchema],
  "POST /api/statuspage/share/{account}/external/invite-colleague": [inviteSchema(() => false)],
  "POST /api/statuspage/share/{account}/external/comments": [postCommentSchema],
  "POST /api/trust-center/comments": [postAnswerSchema],
  "PATCH /api/documents": [patchDocumentsSchema],
  "POST /api/trust-center/updates": [updatePayload({ timeZone: "UTC", now: new Date(WORLD_MADE) })],
  [`PATCH ${PRODUCT}`]: [sectionOrderSchema],
  [`PATCH ${PRODUCT}/cards`]: [cardOrderSchema],
  [`PATCH ${PRODUCT}/cards/{kind}`]: [cardPatchSchema],
  [`POST ${PRODUCT}/cards/{kind}/items`]: [itemFieldsSchema],
  [`PATCH ${PRODUCT}/cards/{kind}/items`]: [itemOrderSchema],
  [`PATCH ${PRODUCT}/items/{item}`]: [
    itemFieldsSchema,
    z.object({ publicAccess: z.boolean().optional(), hidden: z.boolean().optional() }),
    movePatchSchema,
    slugPatchSchema(""),
  ],
  [`POST ${PRODUCT}/subprocessors`]: [subprocessorSchema],
  [`PATCH ${PRODUCT}/subprocessors`]: [order("subprocessors")],
  [`PATCH ${PRODUCT}/subprocessors/{entry}`]: [subprocessorPatch],
  [`DELETE ${PRODUCT}/subprocessors/{entry}`]: [subprocessorRemoval],
  [`POST ${PRODUCT}/trusted-companies`]: [trustedCompanySchema],
  [`PATCH ${PRODUCT}/trusted-companies`]: [order("companies")],
  [`PATCH ${PRODUCT}/trusted-companies/{entry}`]: [trustedCompanyPatch],
  [`POST ${PRODUCT}/grades`]: [gradeSchema],
  [`PATCH ${PRODUCT}/grades`]: [order("grades")],
  [`PATCH ${PRODUCT}/grades/{entry}`]: [gradeSchema],
  [`PATCH ${PRODUCT}/risk-profile`]: [riskProfilePatch],
  "POST /api/v1/portal/questions": [questionBody],
  "POST /api/v1/portal/requests": [requestBody],
  "POST /api/v1/portal/requests/{id}/note": [requestBodies.note],
  "POST /api/v1/portal/requests/{id}/answer": [requestBodies.answer],
  ...Object.fromEntries(OF_KEYS),
};

/**
 * The fields of a body as the document has them, 'Fields: `query.term`. Optional: `items[].uid`.'
 * Not optional is what the schema misses in a body that has everything around it.
 */
export function fieldsOf(schemas: readonly z.ZodType[]): string {
  const found = new Map<string, boolean>();
  for (const schema of schemas) {
    const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
    for (const path of leaves(shape, []))
      found.set(
        path.join(".").replaceAll(".0", "[]"),
        schemas.length === 1 && path.every((_, at) => isMissed(schema, path.slice(0, at + 1))),
      );
  }
  const named = (required: boolean) =>
    [...found].flatMap(([name, is]) => (is === required ? [`\`${name}\``] : [])).join(", ");
  return [`Fields: ${named(true)}.`, `Optional: ${named(false)}.`]
    .filter((words) => words.includes("`"))
    .join(" ");
}

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  allOf?: Shape[];
}

/** The paths of a shape's fields; the entries of a list are its entry 0. */
function* leaves(shape: Shape, at: readonly string[]): Generator<readonly string[]> {
  const variants = [shape, ...(shape.anyOf ?? []), ...(shape.allOf ?? [])];
  const object = variants.find(({ properties }) => properties !== undefined)?.properties;
  const entry = variants.find(({ items }) => items?.properties !== undefined)?.items;
  if (object !== undefined)
    for (const [name, field] of Object.entries(object)) yield* leaves(field, [...at, name]);
  else if (entry !== undefined) yield* leaves(entry, [...at, "0"]);
  else if (at.length > 0) yield at;
}

/** Whether the schema says something of a field when nothing but what lies around it is there. */
function isMissed(schema: z.ZodType, path: readonly string[]): boolean {
  if (path.at(-1) === "0") return true;
  const body = path
    .slice(0, -1)
    .reduceRight<object>((inner, name) => (name === "0" ? [inner] : { [name]: inner }), {});
  const name = path.join(".");
  return (schema.safeParse(body).error?.issues ?? []).some(
    (issue) => issue.path.join(".") === name || issue.path.join(".").startsWith(`${name}.`),
  );
}
