import { notFound } from "#web/api/caller.ts";

/** Every other path of the API, for every method. */
export function loader(): Response {
  return notFound();
}

export function action(): Response {
  return notFound();
}
