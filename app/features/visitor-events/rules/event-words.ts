interface EventFacts {
  name: string;
  access: string | null;
  documentName: string | null;
  itemTitle: string | null;
}

/** What an event says to staff: 'Downloaded soc-2.pdf'. */
export function eventWords({ name, access, documentName, itemTitle }: EventFacts): string {
  const what = documentName ?? itemTitle ?? "a file that was removed";
  if (name === "file engaged") return `${access === "download" ? "Downloaded" : "Viewed"} ${what}`;
  if (name === "file damaged") return `Could not open ${what}`;
  const words = name.replace(/[-_.]/g, " ");
  const beside = documentName ?? itemTitle;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${beside === null ? "" : `: ${beside}`}`;
}
