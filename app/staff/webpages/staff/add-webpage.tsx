import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import { MAX_WEBPAGES } from "#model/webpages.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/**
 * Adds a page to the list, where the company has a site of its own to add pages of. What was wrong
 * with any form of the list is said above it.
 * @param hosts the sites, without 'www.'
 */
export function AddWebpage({
  hosts,
  constraint,
  result,
}: {
  hosts: readonly string[];
  constraint: FormConstraint;
  result: SubmissionResult | null;
}) {
  const [form, { url }] = useForm<{ url: string }>({
    id: "webpage",
    lastResult: result,
    constraint,
  });
  // What is wrong with a row of the list has no field here.
  const others = Object.entries(form.allErrors).filter(([name]) => name !== url.name);
  return (
    <>
      <ErrorSummary errors={others.flatMap(([, errors]) => errors)} fields={[url]} />
      {hosts.length === 0 ? (
        <p className="mb-8 max-w-[44rem]">
          Set your website under{" "}
          <Link to="/settings/general" className="text-accent underline">
            General
          </Link>
          , or verify a{" "}
          <Link to="/settings/domain" className="text-accent underline">
            domain
          </Link>
          : only pages there can be listed.
        </p>
      ) : (
        <form
          method="post"
          className="mt-4 mb-8 max-w-[44rem] space-y-4"
          {...getFormProps(form, { ariaAttributes: false })}
        >
          <OnceField />
          <input type="hidden" name="intent" value="add" />
          <TextField
            {...textField(url)}
            label="URL"
            hint={`A page of ${hosts.join(" or ")}, with or without “www.”, at most ${MAX_WEBPAGES} pages.`}
            inputMode="url"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
          />
          <Button>Add page</Button>
        </form>
      )}
    </>
  );
}
