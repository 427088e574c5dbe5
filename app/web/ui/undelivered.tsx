import { Link } from "react-router";
import { Icon } from "./icon.tsx";

/**
 * For owners and admins, where mail is kept on the server and goes nowhere: what that means for
 * visitors in a line, and what to do below it.
 * @param isOpen what to do shows at once
 */
export function Undelivered({ isOpen = false }: { isOpen?: boolean }) {
  return (
    <section
      aria-labelledby="undelivered"
      data-screen-only
      className="mb-2 rounded-md border border-yellow bg-yellow-soft text-sm text-yellow"
    >
      <details open={isOpen} className="group">
        <summary className="flex min-h-8 cursor-pointer list-none flex-wrap items-center gap-x-3 px-3 py-1">
          <h2 id="undelivered" className="min-w-0 font-medium">
            Emails are not being delivered. Visitors can’t sign in until email is set up.
          </h2>{" "}
          <span className="inline-flex items-center gap-1 underline">
            How to set it up
            <Icon name="chevronDown" size={16} className="group-open:rotate-180" />
          </span>
        </summary>
        <p className="px-3 pb-3">
          Set <code>MAIL</code> to the address of your mail server, such as{" "}
          <code className="break-words">smtp://user:password@mail.example.com:587</code>, and
          restart Open Trust Center. Until then, emails are saved on the{" "}
          <Link to="/mail" className="inline-block py-0.5 font-medium text-yellow underline">
            email page
          </Link>
          .
        </p>
      </details>
    </section>
  );
}
