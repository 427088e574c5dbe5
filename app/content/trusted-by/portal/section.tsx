import type { ProductPage } from "#model/visibility/page.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { CompanyLogo } from "#content/companies/portal/company-logo.tsx";
import { useFrame } from "#web/portal/links.ts";
import { AddItems } from "#web/portal/editing/add-items.tsx";
import { CardMenu } from "#web/portal/editing/card-menu.tsx";
import { SectionFrame } from "#web/portal/home/section.tsx";

/** Who relies on the company: logos with names. */
export function TrustedBySection({
  page,
  hidden,
  header,
}: {
  page: ProductPage;
  hidden: boolean;
  header: string;
}) {
  const { viewer } = useFrame();
  const card = page.ownCards.TrustedBy;
  if (card === undefined || (page.trustedBy.length === 0 && viewer.mode !== "main")) return null;
  return (
    <SectionFrame
      id="trusted-by"
      title={card.title}
      lead={card.displayText ?? header}
      hidden={hidden || card.hidden}
      aside={<CardMenu card={card} />}
    >
      {page.trustedBy.length === 0 ? (
        <EmptyState
          icon="star"
          title="You haven't selected any companies yet"
          actions={<AddItems card={card} />}
        />
      ) : (
        <ul className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 md:grid-cols-5">
          {page.trustedBy.map((company) => (
            <li key={company.id} className="flex flex-col items-center gap-2 text-center text-sm">
              <CompanyLogo name={company.name} logo={company.logo} mark={company.mark} size={56} />
              {company.href === null ? (
                <span className="py-0.5">{company.name}</span>
              ) : (
                <a
                  href={company.href}
                  data-customer={company.id}
                  rel="noopener nofollow"
                  className="inline-block min-h-6 py-0.5 underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  {company.name}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </SectionFrame>
  );
}
