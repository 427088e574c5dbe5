import type {
  ControlsFile,
  FaqFile,
  GradesFile,
  NdaFile,
  ProfilesFile,
  SubprocessorsFile,
  TopicsFile,
} from "../rules/content-schema.ts";
import { CONTROL_FIELDS } from "#content/controls/forms/controls.ts";
import { FAQ_FIELDS } from "#content/knowledge-base/forms/faq-fields.ts";
import { SUBPROCESSOR_FIELDS } from "#content/subprocessors/forms/subprocessors.ts";
import { picked } from "#values/picked.ts";
import { entryValue } from "./entry-values.ts";
import { tidy, type Row } from "./rows.ts";
import { type Stored, yes, sorted } from "./values.ts";

export function subprocessorRow(
  product: string,
  label: string,
  {
    uid,
    company,
    position,
    externalId,
    createdAt,
    ...texts
  }: Stored<SubprocessorsFile["subprocessors"][number]>,
): Row {
  return {
    noun: "subprocessor",
    key: `${product}/${uid}`,
    label,
    value: tidy({
      uid,
      company,
      ...entryValue(SUBPROCESSOR_FIELDS, texts),
      position,
      externalId,
      createdAt,
    }),
  };
}

export function trustedByRow(
  product: string,
  label: string,
  entries: readonly { company: string; href?: string | null | undefined }[],
): Row {
  return {
    noun: "trusted-by",
    key: product,
    label,
    value: { entries: entries.map(({ company, href }) => tidy({ company, href })) },
  };
}

export function gradesRow(
  product: string,
  productName: string,
  entries: readonly Stored<GradesFile["grades"][number]>[],
): Row {
  return {
    noun: "grades",
    key: product,
    label: productName,
    value: {
      entries: entries.map(({ uid, provider, label, description, grade, url }) =>
        tidy({ uid, provider, label, description, grade, url }),
      ),
    },
  };
}

export function linksRow(links: readonly { label: string; link: string; show: boolean }[]): Row {
  return {
    noun: "links",
    key: "",
    label: "Additional links",
    value: {
      entries: links.map(({ label, link, show }) =>
        tidy({ label, link, show: show ? undefined : false }),
      ),
    },
  };
}

type Faq = FaqFile["entries"][number];

export function faqRow(entry: Stored<Faq>): Row {
  const { products, ...said } = entryValue(FAQ_FIELDS, entry);
  return {
    noun: "faq",
    key: entry.uid,
    label: entry.question,
    value: tidy({
      uid: entry.uid,
      ...said,
      ...picked(entry, ["source", "sourceSubtype", "sourceName"]),
      products,
      externalId: entry.externalId,
      ...times(entry),
    }),
  };
}

export function controlRow(entry: Stored<ControlsFile["controls"][number]>): Row {
  return {
    noun: "control",
    key: entry.uid,
    label: `${entry.reference} ${entry.title}`,
    value: tidy({
      uid: entry.uid,
      ...entryValue(CONTROL_FIELDS, entry),
      externalId: entry.externalId,
      ...times(entry),
    }),
  };
}

/** When an entry was made and changed. */
function times({ createdAt, modifiedAt }: Pick<Stored<Faq>, "createdAt" | "modifiedAt">) {
  return { createdAt, modifiedAt: modifiedAt === createdAt ? undefined : modifiedAt };
}

type Topic = TopicsFile["topics"][number];

export function topicRow({
  uid,
  subject,
  category,
  hidden,
  pinned,
  products,
  effectiveOn,
  objectionDays,
}: Stored<Omit<Topic, "updates">>): Row {
  return {
    noun: "topic",
    key: uid,
    label: subject,
    value: tidy({
      uid,
      subject,
      category,
      hidden: yes(hidden),
      pinned: yes(pinned),
      products: sorted(products),
      effectiveOn,
      objectionDays,
    }),
  };
}

export function topicUpdateRow(
  topic: string,
  subject: string,
  { uid, message, audience, email, portal, at }: Topic["updates"][number],
): Row {
  return {
    noun: "topic-update",
    key: uid,
    label: subject,
    value: tidy({
      uid,
      topic,
      message,
      audience: audience === "public" ? undefined : audience,
      email: yes(email),
      portal: portal ? undefined : false,
      at,
    }),
  };
}

export function profileRow({ uid, name, allItems, items }: ProfilesFile["profiles"][number]): Row {
  const chosen = Object.fromEntries(
    Object.keys(items)
      .toSorted()
      .flatMap((product) => (items[product]?.length ? [[product, sorted(items[product])]] : [])),
  );
  return {
    noun: "profile",
    key: uid,
    label: name,
    value: tidy({
      uid,
      name,
      allItems: yes(allItems),
      items: Object.keys(chosen).length === 0 ? undefined : chosen,
    }),
  };
}

export function ndaRow({ provider, accountWide }: Pick<NdaFile, "provider" | "accountWide">): Row {
  return {
    noun: "nda",
    key: "",
    label: "How the NDA is signed",
    value: tidy({ provider, accountWide: yes(accountWide) }),
  };
}

export function ndaVersionRow({ uid, title, body, publishedAt }: NdaFile["versions"][number]): Row {
  return { noun: "nda-version", key: uid, label: title, value: { uid, title, body, publishedAt } };
}
