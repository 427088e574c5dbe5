import { Link } from "react-router";

/**
 * For owners and admins, where mail is kept on the server and goes nowhere: what that means for
 * visitors, and what to do.
 */
export function Undelivered() {
  return (
    <section
      aria-labelledby="undelivered"
      className="mb-6 rounded-md border border-yellow bg-yellow-soft p-4 text-yellow"
    >
      <h2 id="undelivered" className="font-medium">
        Emails are not being delivered. Visitors can’t sign in until email is set up.
      </h2>
      <p className="mt-1 text-sm">
        Set <code>MAIL</code> to the address of your mail server, such as{" "}
        <code>smtp://user:password@mail.example.com:587</code>, and restart Open Trust Center. Until
        then, emails are saved on the{" "}
        <Link to="/mail" className="inline-block py-0.5 font-medium text-yellow underline">
          email page
        </Link>
        .
      </p>
    </section>
  );
}
