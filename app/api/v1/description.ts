import * as z from "zod";
import { PORTAL_CALLS, type PortalRequestCall } from "#model/access-keys.ts";
import { NOUNS } from "./nouns.ts";
import { meEntry } from "./rules/me.ts";
import {
  changesQuerySchema,
  memberMe,
  portalAccessRequest,
  portalAccessRequests,
  portalPackage,
  portalPage,
  portalQuerySchema,
  portalQuestion,
  portalQuestionnaire,
  portalQuestionnaireFields,
  portalQuestionnaires,
  portalQuestions,
  portalVersions,
  questionBody,
  questionsQuerySchema,
  requestBodies,
  requestBody,
} from "./rules/portal.ts";
import { calledQuerySchema, pageQuerySchema } from "./rules/page-query.ts";
import { MAX_PUT, putAnswer, putQuerySchema } from "./rules/put.ts";
import { UPLOAD_NAMES, VERSION_NAMES } from "#content/documents/rules/document-calls.ts";
import { questionnaireAnswer, questionnaireFields } from "./rules/questionnaires.ts";
import { documentVersions, uploadAnswer, uploadQuerySchema } from "./rules/uploads.ts";
import { documentWrites } from "./writes/document-writes.server.ts";
import { bodyOf, type Verb, type Writes } from "./writes/verb.ts";

/** A part of the description, which is JSON. */
type Json = Readonly<Record<string, unknown>>;

const PROBLEMS: readonly (readonly [status: string, when: string])[] = [
  ["400", "The query or the body is invalid."],
  ["401", "The key is missing, invalid, expired or revoked."],
  ["403", "The key lacks the scope, or is used from another network."],
  ["404", "It doesn’t exist, or this key can’t see it."],
  ["429", "Too many calls. Retry-After says when to try again."],
];

/** What calls that change something are refused for, too. */
const CHANGE_PROBLEMS: typeof PROBLEMS = [
  ["409", "It conflicts with what is stored."],
  ["412", "It was changed since you read it."],
  ["413", "The body is too large."],
  ["415", "The body isn’t JSON."],
  ["422", "The Idempotency-Key was used for another request."],
  ["428", "A change must say what it is based on, with If-Match or with base in the body."],
];

/** A problem document (RFC 9457), as every refusal is one. */
const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  requestId: z.string().optional(),
  code: z.string().optional(),
  scope: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

/** What the calls of members' keys read, by their addresses below /api/v1/portal. */
const PORTAL_READS: Readonly<
  Record<keyof typeof PORTAL_CALLS, readonly [id: string, says: string]>
> = {
  "": ["getPortal", "What a reviewer asks first, in one answer."],
  certifications: ["getPortalCertifications", "Certifications with their texts and documents."],
  "cards/:kind": ["getPortalCard", "A card with its items."],
  "items/:slug": ["getPortalItem", "An item with its text and its documents."],
  documents: ["getPortalDocuments", "The files, each with its item and what the member may do."],
  faq: ["getPortalFaq", "The questions and answers."],
  controls: ["getPortalControls", "The controls."],
  subprocessors: ["getPortalSubprocessors", "The subprocessors and their changes."],
  updates: ["getPortalUpdates", "The trust updates."],
  "updates/:topicId": ["getPortalUpdate", "One trust update."],
  dates: ["getPortalDates", "The days to come."],
  changes: ["getPortalChanges", "What changed since a day, the newest first."],
};

/** What was described, by its origin: it is the same as long as the server runs. */
const DESCRIBED = new Map<string, Json>();

/**
 * The calls below /api/v1 as OpenAPI 3.1, made from the schemas by which queries are read and
 * answers are written.
 * @param origin scheme and host of the installation
 */
export function describedApi(origin: string): Json {
  const described = DESCRIBED.get(origin) ?? describedAt(origin);
  DESCRIBED.set(origin, described);
  return described;
}

function describedAt(origin: string): Json {
  const names = Object.entries(NOUNS);
  return {
    openapi: "3.1.1",
    info: {
      title: "Open Trust Center",
      version: "1",
      description: "Keys open these calls. docs/program/keys.md says how to get one.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    tags: [
      { name: "me", description: "The key itself." },
      ...names.map(([name, { about }]) => ({ name, description: `Each is ${about}.` })),
      { name: "portal", description: "The portal as a member sees it, by the member’s own key." },
    ],
    paths: Object.fromEntries([
      [
        "/api/v1/me",
        { get: { ...call("getMe", "The key and what it can do.", json("Me")), tags: ["me"] } },
      ],
      ...names.flatMap(([name, { need, writes }]) => [
        [
          `/api/v1/${name}`,
          {
            get: listCall(name, need.scope, writes),
            ...changes(name, writes, [["post", "make"]]),
            ...(writes?.put === undefined ? {} : { put: putCall(name, writes) }),
            ...(name === "documents"
              ? { post: uploadCall("makeDocuments", "Adds a file to the library.", true) }
              : {}),
            ...(name === "questionnaires" ? { post: questionnaireCall() } : {}),
          },
        ],
        [
          `/api/v1/${name}/{id}`,
          {
            get: oneCall(name, need.scope),
            ...changes(name, writes, [
              ["patch", "change"],
              ["delete", "end"],
            ]),
          },
        ],
        ...Object.entries(writes?.calls ?? {}).map(([word, verb]) => [
          `/api/v1/${name}/{id}/${word}`,
          { post: changeCall(name, word, verb, writes?.need.scope ?? "") },
        ]),
      ]),
      ["/api/v1/documents/{id}/content", { get: contentCall() }],
      [
        "/api/v1/documents/{id}/versions",
        {
          get: {
            ...call(
              "listDocumentVersions",
              "All versions of a document, the newest first. Scope: content:read.",
              json("DocumentVersions"),
            ),
            tags: ["documents"],
            parameters: [ID],
          },
          post: uploadCall("addDocumentVersion", "Adds a file as the next version.", false),
        },
      ],
      ["/api/v1/questionnaires/{id}/content", { get: answeredCall() }],
      ...Object.keys(PORTAL_CALLS).map((path) => [
        ["/api/v1/portal", path]
          .filter(Boolean)
          .join("/")
          .replace(/:(\w+)/, "{$1}"),
        { get: portalCall(path as keyof typeof PORTAL_CALLS) },
      ]),
      [
        "/api/v1/portal/me",
        {
          get: byMember(
            call("getPortalMe", "The member’s key, and what it opens.", json("MemberMe")),
          ),
        },
      ],
      ...memberCalls(),
      [
        "/api/v1/portal/documents/{id}/content",
        {
          get: {
            ...contentCall("getPortalDocumentContent"),
            tags: ["portal"],
            security: BY_MEMBERS,
            parameters: [ID, ...queryParameters(portalQuerySchema)],
          },
        },
      ],
      [
        "/api/v1/portal/documents/{id}/versions",
        {
          get: {
            ...byMember(
              call(
                "getPortalDocumentVersions",
                "The versions that the document’s page lists. Scope: portal:read.",
                json("PortalVersions"),
              ),
            ),
            parameters: [ID, ...queryParameters(portalQuerySchema)],
          },
        },
      ],
      [
        "/api/v1/portal/packages",
        {
          post: byMember({
            operationId: "makePortalPackage",
            summary: "Makes an evidence package of a product. Scopes: portal:read and files:read.",
            parameters: [...queryParameters(portalQuerySchema), NAMED],
            responses: {
              201: {
                description: "It was made. Location is its URL.",
                content: json("PortalPackage"),
              },
              ...problems([...PROBLEMS, ["409", "It couldn’t be made now."]]),
            },
          }),
        },
      ],
      [
        "/api/v1/portal/packages/{token}",
        {
          get: byMember({
            operationId: "getPortalPackage",
            summary:
              "An evidence package as a ZIP file, whole or a range. Scopes: portal:read and files:read.",
            parameters: [{ ...ID, name: "token" }, ...queryParameters(portalQuerySchema)],
            responses: {
              200: { description: "The bytes.", content: { "application/zip": { schema: {} } } },
              206: { description: "A range.", content: { "application/zip": { schema: {} } } },
              ...problems([
                ...PROBLEMS,
                ["409", "What the member can see has changed since it was made."],
              ]),
            },
          }),
        },
      ],
    ]) as Json,
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "otc_s_ and 49 characters" },
        memberKey: { type: "http", scheme: "bearer", description: "otc_v_ and 49 characters" },
      },
      schemas: {
        Problem: schemaOf(problemSchema),
        Me: schemaOf(meEntry),
        MemberMe: schemaOf(memberMe),
        PortalPage: schemaOf(portalPage),
        PortalPackage: schemaOf(portalPackage),
        PortalVersions: schemaOf(portalVersions),
        PortalQuestion: schemaOf(portalQuestion),
        PortalQuestions: schemaOf(portalQuestions),
        PortalRequest: schemaOf(portalAccessRequest),
        PortalRequests: schemaOf(portalAccessRequests),
        PortalQuestionnaire: schemaOf(portalQuestionnaire),
        PortalQuestionnaires: schemaOf(portalQuestionnaires),
        Put: schemaOf(putAnswer),
        Upload: schemaOf(uploadAnswer),
        DocumentVersions: schemaOf(documentVersions),
        QuestionnaireUpload: schemaOf(questionnaireAnswer),
        ...Object.fromEntries(names.map(([name, { entry }]) => [titleOf(name), schemaOf(entry)])),
      },
    },
  };
}

function listCall(name: string, scope: string, writes: Writes | undefined): Json {
  const page = {
    type: "object",
    required: ["data", "next"],
    properties: {
      data: { type: "array", items: { $ref: refOf(titleOf(name)) } },
      next: { type: ["string", "null"] },
    },
  };
  return {
    ...call(`list${titleOf(name)}`, `A page of ${name}. Scope: ${scope}.`, inJson(page)),
    tags: [name],
    parameters: queryParameters(writes?.put === undefined ? pageQuerySchema : calledQuerySchema),
  };
}

function oneCall(name: string, scope: string): Json {
  return {
    ...call(`get${titleOf(name)}`, `One of the ${name}. Scope: ${scope}.`, json(titleOf(name))),
    tags: [name],
    parameters: [ID],
  };
}

/** The changes of a noun that an address has, by their methods. */
function changes(
  name: string,
  writes: Writes | undefined,
  methods: readonly (readonly [method: string, change: "make" | "change" | "end"])[],
): Json {
  return Object.fromEntries(
    methods.flatMap(([method, change]) => {
      const verb = writes?.[change];
      return writes === undefined || verb === undefined
        ? []
        : [[method, changeCall(name, change, verb, writes.need.scope)]];
    }),
  );
}

/** The call that brings a list into step: each entry as the call that makes or changes it takes it. */
function putCall(name: string, { make, change, need }: Writes): Json {
  const items = [make, change].flatMap((verb) => {
    const body = verb === undefined ? null : bodyOf(verb, { timeZone: "UTC", now: new Date(0) });
    return body === null ? [] : [schemaOf(body, "input")];
  });
  const list = { type: "array", minItems: 1, maxItems: MAX_PUT, items: { anyOf: items } };
  const schema = { type: "object", required: ["entries"], properties: { entries: list } };
  return {
    operationId: `put${titleOf(name)}`,
    summary: `Adds and changes ${name} by their externalId, all of them or none. Scope: ${need.scope}.`,
    tags: [name],
    parameters: queryParameters(putQuerySchema),
    requestBody: { required: true, content: inJson(schema) },
    responses: {
      200: { description: "The result for each entry.", content: json("Put") },
      ...problems([...PROBLEMS, ...CHANGE_PROBLEMS]),
    },
  };
}

/** A call that brings a file. @param isNew it may make a document */
function uploadCall(operationId: string, about: string, isNew: boolean): Json {
  const names = isNew ? UPLOAD_NAMES : VERSION_NAMES;
  const schema = {
    type: "object",
    required: ["file"],
    properties: {
      ...Object.fromEntries(names.map((name) => [name, { type: "string" }])),
      file: { type: "string", contentMediaType: "application/octet-stream" },
    },
  };
  const answer = (description: string) => ({ description, content: json("Upload") });
  return {
    operationId,
    summary: `${about} Scope: ${documentWrites.need.scope}.`,
    tags: ["documents"],
    parameters: [...(isNew ? queryParameters(uploadQuerySchema) : [ID]), NAMED],
    requestBody: { required: true, content: { "multipart/form-data": { schema } } },
    responses: {
      ...(isNew ? { 201: answer("It was added to the library. Location is its URL.") } : {}),
      200: answer("The document has this file now, or had it before."),
      ...problems([...PROBLEMS, ...CHANGE_PROBLEMS]),
    },
  };
}

/** The call that brings a customer’s questionnaire. */
function questionnaireCall(): Json {
  const answer = (description: string) => ({ description, content: json("QuestionnaireUpload") });
  return {
    operationId: "makeQuestionnaires",
    summary: "Adds a customer’s questionnaire. Scope: questionnaires:write.",
    tags: ["questionnaires"],
    parameters: [NAMED],
    requestBody: { required: true, content: inForm(questionnaireFields) },
    responses: {
      201: answer("It was added. Location is its URL."),
      200: answer("The same file was there already, and isn’t finished."),
      ...problems([...PROBLEMS, ...CHANGE_PROBLEMS]),
    },
  };
}

/** A form with one file and other fields. */
function inForm(fields: z.ZodType): Json {
  const { properties = {} } = schemaOf(fields, "input");
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  const schema = {
    type: "object",
    required: ["file"],
    properties: { ...(properties as Json), file },
  };
  return { "multipart/form-data": { schema } };
}

/** The call for a questionnaire's file with its answers. */
function answeredCall(
  operationId = "getQuestionnaireContent",
  summary = "The answered file of a finished questionnaire. Scope: questionnaires:read.",
  conflict = "It isn’t finished, or its file was deleted.",
): Json {
  return {
    operationId,
    summary,
    tags: ["questionnaires"],
    parameters: [ID],
    responses: {
      200: {
        description: "The bytes.",
        content: { "application/octet-stream": { schema: {} } },
      },
      ...problems([...PROBLEMS, ["409", conflict]]),
    },
  };
}

/** A read of the portal by a member's key. */
function portalCall(path: keyof typeof PORTAL_CALLS): Json {
  const [operationId, says] = PORTAL_READS[path];
  const [, name] = /:(\w+)/.exec(path) ?? [];
  return {
    ...call(operationId, `${says} Scope: portal:read.`, json("PortalPage")),
    tags: ["portal"],
    security: BY_MEMBERS,
    parameters: [
      ...(name === undefined ? [] : [{ ...ID, name }]),
      ...queryParameters(path === "changes" ? changesQuerySchema : portalQuerySchema),
    ],
  };
}

const BY_MEMBERS = [{ memberKey: [] }];

/** A call that a member's key makes. */
const byMember = (operation: Json): Json => ({
  ...operation,
  tags: ["portal"],
  security: BY_MEMBERS,
});

/** What members’ keys do beside reading: ask, request, send. */
function memberCalls(): [path: string, methods: Json][] {
  const questions = {
    get: {
      ...call(
        "listPortalQuestions",
        "The conversation about an item. Scope: questions:ask.",
        json("PortalQuestions"),
      ),
      parameters: queryParameters(questionsQuerySchema),
    },
    post: memberPost("askPortalQuestion", {
      summary: "Asks the organization’s team about an item. Scope: questions:ask.",
      parameters: queryParameters(portalQuerySchema),
      content: inJson(schemaOf(questionBody, "input")),
      answers: {
        201: { description: "It was sent.", content: json("PortalQuestion") },
        200: { description: "It was sent before.", content: json("PortalQuestion") },
      },
    }),
  };
  const requests = {
    get: call(
      "listPortalRequests",
      "What the member requested. Scope: requests:write.",
      json("PortalRequests"),
    ),
    post: memberPost("makePortalRequest", {
      summary: "Requests more access, or more time. Scope: requests:write.",
      parameters: queryParameters(portalQuerySchema),
      content: inJson(schemaOf(requestBody, "input")),
      answers: {
        201: {
          description: "It was sent. Location is its URL.",
          content: json("PortalRequest"),
        },
      },
    }),
  };
  const questionnaires = {
    get: call(
      "listPortalQuestionnaires",
      "What members of the account sent. Scope: questionnaires:write.",
      json("PortalQuestionnaires"),
    ),
    post: memberPost("sendPortalQuestionnaire", {
      summary: "Sends a questionnaire to the organization. Scope: questionnaires:write.",
      content: inForm(portalQuestionnaireFields),
      answers: {
        201: {
          description: "It was sent. Location is its URL.",
          content: json("PortalQuestionnaire"),
        },
      },
    }),
  };
  const calls: [path: string, methods: Json][] = [
    ["questions", questions],
    ["requests", requests],
    [
      "requests/{id}",
      {
        get: {
          ...call(
            "getPortalRequest",
            "One of the member’s requests. Scope: requests:write.",
            json("PortalRequest"),
          ),
          parameters: [ID],
        },
      },
    ],
    ...Object.entries(REQUEST_CALLS).map(([word, summary]): [string, Json] => {
      const body = requestBodies[word as PortalRequestCall];
      return [
        `requests/{id}/${word}`,
        {
          post: memberPost(`${word}PortalRequest`, {
            summary: `${summary} Scope: requests:write.`,
            parameters: [ID],
            content: body === null ? null : inJson(schemaOf(body, "input")),
            answers: { 200: { description: "Its new state.", content: json("PortalRequest") } },
          }),
        },
      ];
    }),
    ["questionnaires", questionnaires],
    [
      "questionnaires/{id}",
      {
        get: {
          ...call(
            "getPortalQuestionnaire",
            "One of the account’s questionnaires. Scope: questionnaires:write.",
            json("PortalQuestionnaire"),
          ),
          parameters: [ID],
        },
      },
    ],
    [
      "questionnaires/{id}/content",
      {
        get: {
          ...answeredCall(
            "getPortalQuestionnaireContent",
            "The answered file that was released. Scope: questionnaires:write.",
            "It isn’t released yet.",
          ),
        },
      },
    ],
  ];
  return calls.map(([path, methods]) => [
    `/api/v1/portal/${path}`,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, byMember(operation as Json)]),
    ),
  ]);
}

const REQUEST_CALLS: Readonly<Record<PortalRequestCall, string>> = {
  note: "Adds a note to a request that is waiting.",
  answer: "Answers the team’s question about a request.",
  withdraw: "Withdraws a request that is waiting.",
};

/** A POST by a member’s key. @param said.content what is sent; null for nothing */
function memberPost(
  operationId: string,
  said: {
    summary: string;
    parameters?: readonly Json[];
    content: Json | null;
    answers: Json;
  },
): Json {
  const { summary, parameters = [], content, answers } = said;
  return {
    operationId,
    summary,
    parameters: [...parameters, NAMED],
    ...(content === null ? {} : { requestBody: { required: true, content } }),
    responses: { ...answers, ...problems([...PROBLEMS, ...CHANGE_PROBLEMS]) },
  };
}

function contentCall(operationId = "getDocumentContent"): Json {
  return {
    operationId,
    summary: "The file of a document. Scope: files:read.",
    tags: ["documents"],
    parameters: [ID],
    responses: {
      200: {
        description: "The bytes.",
        content: { "application/octet-stream": { schema: {} } },
      },
      206: { description: "The bytes of a Range." },
      304: { description: "It hasn’t changed since the ETag in If-None-Match." },
      ...problems(PROBLEMS),
    },
  };
}

/** @param word what the change is called: `make`, `approve` */
function changeCall(name: string, word: string, verb: Verb, scope: string): Json {
  const body = bodyOf(verb, { timeZone: "UTC", now: new Date(0) });
  const isNew = word === "make";
  const content = json(titleOf(name));
  const answers = isNew
    ? {
        201: { description: "It was added. Location is its URL.", content },
        202: { description: "It waits for approval." },
      }
    : word === "end"
      ? { 204: { description: "It was deleted." } }
      : { 200: { description: "Its new state.", content } };
  const isPost = word !== "change" && word !== "end";
  return {
    operationId: `${word}${titleOf(name)}`,
    summary: `${verb.about} Scope: ${scope}.`,
    tags: [name],
    parameters: [
      ...(isNew ? [] : [ID]),
      isPost ? NAMED : header(["If-Match", "The ETag of what is changed."]),
    ],
    ...(body === null
      ? {}
      : { requestBody: { required: true, content: inJson(schemaOf(body, "input")) } }),
    responses: { ...answers, ...problems([...PROBLEMS, ...CHANGE_PROBLEMS]) },
  };
}

const ID = { name: "id", in: "path", required: true, schema: { type: "string" } };

const header = ([name, description]: readonly [string, string]): Json => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
});

const NAMED = header([
  "Idempotency-Key",
  "Your own name for this call. Within 24 hours, the call is carried out only once.",
]);

function call(operationId: string, summary: string, content: Json): Json {
  return {
    operationId,
    summary,
    responses: {
      200: { description: "The answer.", content },
      304: { description: "It hasn’t changed since the ETag in If-None-Match." },
      ...problems(PROBLEMS),
    },
  };
}

function problems(told: typeof PROBLEMS): Json {
  const content = { "application/problem+json": { schema: { $ref: refOf("Problem") } } };
  return Object.fromEntries(
    told.map(([status, description]) => [status, { description, content }]),
  );
}

/** The names that an address takes in its query. */
function queryParameters(query: z.ZodType): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

/** @param io a body is described as it is sent */
function schemaOf(schema: z.ZodType, io: "input" | "output" = "output"): Json {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
  });
  return described;
}

const refOf = (title: string) => `#/components/schemas/${title}`;
const inJson = (schema: Json): Json => ({ "application/json": { schema } });
const json = (title: string) => inJson({ $ref: refOf(title) });
const titleOf = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);
