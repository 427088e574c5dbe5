import type { ServerBuild } from "react-router";

/**
 * What follows from a build alone, and takes milliseconds to make: made when it is first asked for, and the same for
 * every listener after that.
 * @param make must read nothing but the build
 */
export function oncePerBuild<T>(make: (build: ServerBuild) => T): (build: ServerBuild) => T {
  const made = new WeakMap<ServerBuild, { one: T }>();
  return (build) => {
    const known = made.get(build) ?? { one: make(build) };
    made.set(build, known);
    return known.one;
  };
}
