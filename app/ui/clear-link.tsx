import { Link } from "react-router";
import { buttonClass } from "./button.tsx";

/** Beside a list's Search: back to the whole list. */
export function ClearLink({ to }: { to: string }) {
  return (
    <Link to={to} className={buttonClass("quiet")} preventScrollReset>
      Clear
    </Link>
  );
}
