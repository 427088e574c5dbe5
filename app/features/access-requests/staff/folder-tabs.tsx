import { Link } from "react-router";
import { FOLDER_NAMES, REQUEST_FOLDERS, type RequestFolder } from "../forms/review-forms.ts";

/** The folders of the inbox with how much each holds. */
export function FolderTabs({
  current,
  counts,
  search,
}: {
  current: RequestFolder;
  counts: Readonly<Record<RequestFolder, number>>;
  search: string;
}) {
  return (
    <nav aria-label="Folders" className="flex flex-wrap gap-1 border-b border-line">
      {REQUEST_FOLDERS.map((folder) => (
        <Link
          key={folder}
          to={`/requests?${new URLSearchParams({ folder, ...(search === "" ? {} : { q: search }) })}`}
          aria-current={folder === current ? "page" : undefined}
          className="-mb-px min-h-10 border-b-2 border-transparent px-3 py-2 text-sm font-medium text-muted no-underline hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
        >
          {FOLDER_NAMES[folder]} <span className="text-muted">({counts[folder]})</span>{" "}
        </Link>
      ))}
    </nav>
  );
}
