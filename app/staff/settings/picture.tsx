import type { Route } from "./+types/picture";
import { pageTitle } from "../../domain/page-title.ts";
import { PICTURE_ENDINGS, PICTURE_TYPES, PICTURES } from "../../domain/settings/pictures.ts";
import { sizeInWords } from "../../domain/sizes.ts";
import { formFailed } from "../../middleware/form.ts";
import { requireStaff } from "../../middleware/staff.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { describedBy, FieldFrame } from "../../ui/field.tsx";
import { SettingsHead } from "./form.tsx";
import { changePicture, pictureAt, storedPicture } from "./picture-changes.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title ?? "Look", loaderData?.failed) }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const path = pictureAt(params.picture);
  const asset = storedPicture(org, path);
  const { title, hint, maxBytes } = PICTURES[path];
  return { failed: formFailed(context), title, hint: `${hint} ${PICTURE_TYPES}, ${sizeInWords(maxBytes)} at most.`, src: asset === null ? null : `/api/share/${org.id}/assets/${asset.id}?v=${asset.revision}`, dark: path === "logo-dark" };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "settings:edit");
  return changePicture({ request, context }, pictureAt(params.picture));
}

export default function Picture({ loaderData, actionData }: Route.ComponentProps) {
  const { title, hint, src, dark } = loaderData;
  const errors = actionData === undefined ? undefined : [actionData.message];
  return (
    <>
      <SettingsHead title={title} />
      <div className="max-w-[44rem] space-y-8">
        <form method="post" encType="multipart/form-data" className="space-y-6">
          <ErrorSummary fields={[{ id: "picture-file", errors }]} />
          <FieldFrame id="picture-file" label={src === null ? "File" : "Another file"} hint={hint} errors={errors}>
            <input
              id="picture-file"
              name="file"
              type="file"
              required
              accept={PICTURE_ENDINGS.join(",")}
              aria-invalid={errors === undefined ? undefined : true}
              aria-describedby={describedBy({ id: "picture-file", hint, errors })}
              className="block min-h-10 w-full cursor-pointer rounded-md border border-dashed border-edge bg-sunken p-4 text-sm file:me-3 file:min-h-10 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:py-2 file:text-sm file:font-medium file:text-ink"
            />
          </FieldFrame>
          <div className="flex flex-wrap gap-3">
            <Button>Save</Button>{" "}
            <ButtonLink to="/settings/look" look="secondary">
              Cancel
            </ButtonLink>
          </div>
        </form>
        {src === null ? (
          <p className="text-muted">There is none now.</p>
        ) : (
          <section aria-labelledby="current-picture" className="border-t border-line pt-6">
            <h2 id="current-picture" className="mb-4 text-lg font-semibold">
              As it is now
            </h2>
            <img src={src} alt={title} className={`mb-6 block max-h-48 max-w-full rounded-md border border-line p-4 ${dark ? "bg-[#1d2125]" : "bg-white"}`} />
            <form method="post">
              <Button look="danger" name="intent" value="remove">
                Remove
              </Button>
            </form>
          </section>
        )}
      </div>
    </>
  );
}
