import { createHash } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { staffOf, staffViewer } from "#auth/viewer.ts";
import type { StaffInOrg } from "#auth/current-staff.ts";
import type { FormFormat } from "#model/questionnaires.ts";
import { MAX_QUESTIONS, type Layout } from "#model/questionnaires/layouts.ts";
import { PUBLIC_VIEWER, type Viewer } from "#model/visibility/viewer.ts";
import { servicesContext, type Services } from "#platform/context.ts";
import type { SheetHead } from "#platform/files/questionnaires/form-reading.ts";
import { PdfForm, readStoredForm } from "#platform/files/questionnaires/forms.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { pageScope, type PageScope } from "#visibility/store/scope.server.ts";
import { proposedFor } from "./matching.server.ts";
import { readPdf } from "./pdf-form.server.ts";
import { rememberedLayout, type ReadQuestions } from "./store/questionnaires.server.ts";

/** Who has a file read: staff, or a member for the own account. */
export type Asker = Pick<StaffInOrg, "org" | "session"> | { org: Org; viewer: Viewer };
type Context = Readonly<RouterContextProvider>;

/** Whose questionnaire it is, and what it is about. */
export interface About {
  accountId: string | null;
  productId: string | null;
}

/** The file that is read. */
export interface SentForm {
  blob: { hash: string; size: number };
  fileName: string;
}

/** What a file turned out to be. */
export interface ReadFile {
  format: FormFormat;
  fingerprint: string;
  /** null: somebody has to say where its questions stand. */
  read: ReadQuestions | null;
  heads: readonly SheetHead[];
}

/**
 * What the account of a questionnaire sees of a product's portal; without an account, what everyone
 * sees.
 */
export function scopeOf(context: Context, asker: Asker, about: About): Promise<PageScope> {
  return scopeFor(context.get(servicesContext), asker, about);
}

/** The same beside all requests. */
export async function scopeFor(
  services: Pick<Services, "store" | "now">,
  asker: Asker,
  about: About,
): Promise<PageScope> {
  const { read } = services.store;
  const { org } = asker;
  const products = await listProducts(read, org.id);
  const product = products.find(({ id }) => id === about.productId) ?? products[0];
  const viewer = await viewerOf(services, asker, about);
  return pageScope(read, org, product?.id ?? "", viewer, services.now());
}

/** What everyone of the team reads, whatever their role is. */
const TEAM: Viewer = {
  mode: "main",
  staff: { id: "", email: "", name: "", role: "viewer", permissions: new Set() },
};

/** The same product as the team sees it: what is internal is proposed to nobody else. */
export function teamScopeOf(scope: PageScope): PageScope {
  return { ...scope, viewer: TEAM, together: null };
}

async function viewerOf(
  services: Pick<Services, "store" | "now">,
  asker: Asker,
  { accountId }: About,
): Promise<Viewer> {
  if ("viewer" in asker) return asker.viewer;
  const own = staffOf(asker.session, asker.org);
  return accountId === null || own === null
    ? PUBLIC_VIEWER
    : staffViewer(services, asker.org, own, new URLSearchParams({ accountId }));
}

/**
 * Reads a file and finds what answers its questions.
 * @param chosen where its questions stand, as somebody says; else as its shape says, or as somebody
 *   said of its like before
 * @throws UnreadableTable; Busy when too many workbooks wait
 */
export async function readQuestionnaire(
  context: Context,
  asker: Asker,
  form: SentForm,
  about: About,
  chosen: Layout | null = null,
): Promise<ReadFile> {
  const { blobs, store } = context.get(servicesContext);
  const { id: orgId } = asker.org;
  const reading = (layout: Layout | null) => readStoredForm(blobs, orgId, form, { layout });
  let found = await reading(chosen).catch(async (error: unknown) => {
    if (!(error instanceof PdfForm)) throw error;
    return readPdf(context.get(servicesContext), orgId, form.blob);
  });
  const fingerprint = createHash("sha256").update(found.fingerprint).digest("hex");
  if (found.layout === null) {
    const known = await rememberedLayout(store.read, orgId, fingerprint);
    if (known !== null) found = await reading(known);
  }
  const { format, layout, questions, heads } = found;
  if (questions.length > MAX_QUESTIONS)
    throw new UnreadableTable(
      `It has more than ${MAX_QUESTIONS.toLocaleString("en")} questions, which is the limit.`,
    );
  if (layout === null || questions.length === 0) return { format, fingerprint, read: null, heads };
  const scope = await scopeOf(context, asker, about);
  const proposed = await proposedFor(
    { scope, team: teamScopeOf(scope) },
    { layout, fingerprint },
    questions,
  );
  return { format, fingerprint, read: { layout, questions: proposed }, heads };
}
