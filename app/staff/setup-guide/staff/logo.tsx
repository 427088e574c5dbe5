import type { Route } from "./+types/logo";
import { pathAfter } from "#model/setup-guide.ts";
import { formFailed } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { changePicture, shownPicture } from "#staff/settings/staff/picture-changes.ts";
import { CurrentPicture, PictureForm } from "#staff/settings/staff/picture-form.tsx";
import { Step, stepTitle } from "./step.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: stepTitle("logo", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  return { failed: formFailed(context), ...shownPicture(org, "logo") };
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "settings:edit");
  return changePicture({ request, context }, "logo", pathAfter("logo"));
}

export default function LogoStep({ loaderData, actionData }: Route.ComponentProps) {
  const { src, title, dark } = loaderData;
  return (
    <Step
      step="logo"
      title="Add your logo"
      about="An SVG stays sharp on every screen. A second one for dark pages, a favicon and a banner can follow in the settings."
    >
      {src === null ? null : (
        <div className="mb-6">
          <CurrentPicture src={src} title={title} dark={dark} />
          <ButtonLink to={pathAfter("logo")}>Keep it and continue</ButtonLink>
        </div>
      )}
      <PictureForm shown={loaderData} message={actionData?.message} submit="Save and continue" />
    </Step>
  );
}
