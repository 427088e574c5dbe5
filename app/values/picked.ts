/** The named values of an object, in the order of the names. */
export function picked<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): NoInfer<Pick<From, Name>> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}
