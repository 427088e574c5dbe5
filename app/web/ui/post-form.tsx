import type { ComponentProps } from "react";
import { useLocation } from "react-router";
import { useButtonAddresses } from "./button-form.tsx";
import { OnceField } from "./once-field.tsx";

/**
 * A form that posts to the address of its page, whose query says what it is about. The query is
 * written out: w3m leaves it away where a form has no action. So is the page, where the address is
 * that of a button of it.
 */
export function PostForm({ children, ...form }: Omit<ComponentProps<"form">, "method" | "action">) {
  const { search } = useLocation();
  const { fromButton } = useButtonAddresses();
  const own = search === "" ? undefined : search;
  return (
    <form method="post" noValidate action={fromButton ?? own} {...form}>
      <OnceField />
      {children}
    </form>
  );
}
