import type { RouterContextProvider } from "react-router";
import type { Refusal } from "#content/documents/portal/document-request.ts";
import { servicesContext } from "#platform/context.ts";
import { canonicalBase, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { problem } from "#web/api/json-body.ts";

/** The problem that the page of a refused file is on the portal. */
export async function refused(
  context: Readonly<RouterContextProvider>,
  org: Org,
  reason: Refusal["reason"] | "locked",
): Promise<Response> {
  const { store, config } = context.get(servicesContext);
  switch (reason) {
    case "nda":
      return problem(403, "Sign the NDA on the portal first.", {
        members: { code: "nda", nda: `${await canonicalBase(store.read, org, config.origin)}/nda` },
      });
    case "view-only":
    case "unshowable":
      return problem(403, "This document can only be read on the portal.", {
        members: { code: "view_only" },
      });
    case "unmarkable":
      return problem(403, "This file can’t carry a watermark, so it can’t be downloaded.", {
        members: { code: "unmarkable" },
      });
    case "busy":
      return problem(503, "Too many files are being marked. Try again in 10 seconds.", {
        headers: { "Retry-After": "10" },
      });
    case "failed":
      return problem(500, "The stored file is damaged.");
    case "locked":
    case "no-permission":
    case "earlier-version":
      // Of what is locked, not even its id is known.
      return problem(404, "Not found");
  }
}
