import type { Route } from "./+types/picture";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { formFailed } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { SettingsHead } from "./setting-form.tsx";
import { changePicture, pictureAt, shownPicture } from "./picture-changes.ts";
import { CurrentPicture, PictureForm } from "./picture-form.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title ?? "Look", loaderData?.failed) }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  return { failed: formFailed(context), ...shownPicture(org, pictureAt(params.picture)) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "settings:edit");
  return changePicture({ request, context }, pictureAt(params.picture));
}

export default function Picture({ loaderData, actionData }: Route.ComponentProps) {
  const { title, src, dark } = loaderData;
  return (
    <>
      <SettingsHead title={title} />
      <div className="max-w-[44rem] space-y-8">
        <PictureForm shown={loaderData} message={actionData?.message} cancel="/settings/look" />
        {src === null ? (
          <p className="text-muted">No image yet.</p>
        ) : (
          <section aria-labelledby="current-picture" className="border-t border-line pt-6">
            <h2 id="current-picture" className="mb-4 text-lg font-semibold">
              Current image
            </h2>
            <CurrentPicture src={src} title={title} dark={dark} />
            <form method="post" noValidate>
              <OnceField />
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
