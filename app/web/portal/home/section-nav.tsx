import { SECTION_TITLES, type SectionId } from "#model/cards/sections.ts";
import type { ProductPage } from "#model/visibility/page.ts";
import { useFrame } from "../links.ts";

/**
 * The ways to the sections of a long page: links that work without scripts, in reach while one
 * reads.
 */
export function SectionNav({ page }: { page: ProductPage }) {
  const { portalTitle } = useFrame();
  const places = page.sections
    .filter(({ hidden }) => !hidden)
    .flatMap(({ id }) => placesOf(id, page, portalTitle));
  if (places.length < 3) return null;
  return (
    <nav
      aria-label="Sections"
      className="sticky top-[calc(49px+var(--bar,0px))] z-10 -mx-4 mb-6 overflow-x-auto border-b border-line bg-page px-2 sm:mx-0 sm:mb-8 sm:px-0"
    >
      <ul className="flex gap-x-1 sm:-ms-2">
        {places.map(({ anchor, title }) => (
          <li key={anchor} className="flex-none">
            <a
              href={`#${anchor}`}
              className="inline-flex min-h-11 items-center px-2 text-sm font-medium whitespace-nowrap text-muted no-underline hover:text-ink hover:underline"
            >
              {title}
            </a>{" "}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface Place {
  anchor: string;
  title: string;
}

/** Where a section begins, if it has anything for a visitor; the combined one has both halves. */
function placesOf(id: SectionId, page: ProductPage, portalTitle: string): Place[] {
  const { ownCards } = page;
  const at = (anchor: string, title: string | undefined, isThere: boolean) =>
    title !== undefined && isThere ? [{ anchor, title }] : [];
  const certified = page.certifications.length > 0;
  switch (id) {
    case "overview":
      return at("overview", ownCards.Overview?.title, page.overview !== null);
    case "certifications":
      return at("certifications", ownCards.Certifications?.title, certified);
    case "overview_and_certifications":
      return [
        ...placesOf("overview", page, portalTitle),
        ...placesOf("certifications", page, portalTitle),
      ];
    case "trusted_by":
      return at("trusted-by", ownCards.TrustedBy?.title, page.trustedBy.length > 0);
    case "subprocessors":
      return at(
        "subprocessors",
        ownCards.Subprocessors?.title,
        (page.subprocessors?.count ?? 0) > 0,
      );
    case "documents":
      return at("documents", ownCards.Documents?.title, page.documents.length > 0);
    case "cards":
      return at("cards", SECTION_TITLES.cards, page.cards.length > 0);
    case "kb":
      return at("knowledge-base", SECTION_TITLES.kb, page.faq.count + page.controls > 0);
    case "updates":
      return at("updates", `${portalTitle} Updates`, page.topics.count > 0);
    case "help":
      return [];
  }
}
