import type { ComponentProps } from "react";
import { useLocation } from "react-router";
import { OnceField } from "./once-field.tsx";

/**
 * A form that posts to the address of its page, whose query says what it is about. The query is
 * written out: w3m leaves it away where a form has no action.
 */
export function PostForm({ children, ...form }: Omit<ComponentProps<"form">, "method" | "action">) {
  const { search } = useLocation();
  return (
    <form method="post" noValidate action={search === "" ? undefined : search} {...form}>
      <OnceField />
      {children}
    </form>
  );
}
