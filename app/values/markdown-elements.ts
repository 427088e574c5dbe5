import { createElement, type ComponentType, type ReactNode } from "react";
import type { MarkdownNode, MarkdownTag, MarkdownTree } from "./markdown.ts";

/** What an element's component may get. */
export interface MarkdownProps {
  href?: string;
  src?: string;
  alt?: string;
  checked?: boolean;
  children?: ReactNode;
}

/** How elements are drawn, where not as themselves. */
export type MarkdownComponents = Partial<
  Record<MarkdownTag, MarkdownTag | ComponentType<MarkdownProps>>
>;

/**
 * A kept tree as React elements. How deep it goes and how much is in it was bounded when it was
 * made.
 * @param address what becomes of the addresses of links and pictures; empty for none
 */
export function drawMarkdown(
  tree: MarkdownTree,
  components: MarkdownComponents,
  address: (url: string) => string = (url) => url,
): ReactNode[] {
  const draw = (node: MarkdownNode, key: number): ReactNode => {
    if (typeof node === "string") return node;
    const [tag, attributes, children] = node;
    const props: Record<string, unknown> = { key, ...attributes };
    for (const name of ["href", "src"] as const)
      if (typeof attributes[name] === "string") props[name] = address(attributes[name]);
    const component = (components[tag] ?? tag) as ComponentType<Record<string, unknown>>;
    return children.length === 0
      ? createElement(component, props)
      : createElement(
          component,
          props,
          children.length === 1 && typeof children[0] === "string"
            ? children[0]
            : children.map(draw),
        );
  };
  return tree.map(draw);
}
