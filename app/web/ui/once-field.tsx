import { useRouteLoaderData } from "react-router";
import { ONCE_FIELD } from "#values/sent-forms.ts";

/**
 * Says which page a form was sent from, so that pressing twice does one thing. It stands in every
 * form that makes something; on pages that visitors share there is none.
 */
export function OnceField() {
  const root = useRouteLoaderData<{ once?: string | null }>("root");
  const once = root?.once ?? null;
  return once === null ? null : <input type="hidden" name={ONCE_FIELD} value={once} />;
}
