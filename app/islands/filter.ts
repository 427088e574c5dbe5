/** A search form beside a table filters its rows as one types; without scripts it asks the server. */
document.addEventListener("input", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.type !== "search") return;
  const name = input.form?.dataset.filter;
  if (name === undefined) return;
  const table = document.querySelector<HTMLTableElement>(`[data-filter-rows="${name}"]`);
  // After a search on the server the table holds only what matched: typing asks the server again.
  if (table === null || new URLSearchParams(location.search).get("q")) return;
  const needle = input.value.trim().toLowerCase();
  let shown = 0;
  for (const row of table.tBodies[0]?.rows ?? []) {
    row.hidden = needle !== "" && !(row.textContent ?? "").toLowerCase().includes(needle);
    if (!row.hidden) shown += 1;
  }
  const empty = document.querySelector<HTMLElement>(`[data-filter-empty="${name}"]`);
  if (empty) empty.textContent = shown > 0 ? "" : "No results match this criteria";
  table.parentElement?.toggleAttribute("hidden", shown === 0);
});
