import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";

/** From an entry of a list to the company itself; null for those who may not change pictures. */
export function CompanyLink({ href }: { href: string | null }) {
  if (href === null) return null;
  return (
    <Link to={href} preventScrollReset className={buttonClass("secondary")}>
      Name and logo
    </Link>
  );
}
