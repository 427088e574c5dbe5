import { useEffect, useRef, useState, useSyncExternalStore } from "react";

/** Selects every row of the page at once and says how many are; where no scripts run, the boxes of the rows are there alone. */
export function SelectAll({ name, count }: { name: string; count: number }) {
  const running = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return running ? <Box name={name} count={count} /> : null;
}

/** Whether scripts run never changes after it was found out. */
function never() {
  return () => undefined;
}

function Box({ name, count }: { name: string; count: number }) {
  const box = useRef<HTMLInputElement>(null);
  const [selected, setSelected] = useState<number | null>(null);
  useEffect(() => {
    const form = box.current?.form;
    const boxes = () => [
      ...(form?.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name="${name}"]`) ?? []),
    ];
    const tell = () => setSelected(boxes().filter((one) => one.checked).length);
    tell();
    form?.addEventListener("change", tell);
    return () => form?.removeEventListener("change", tell);
  }, [name]);
  useEffect(() => {
    if (box.current !== null)
      box.current.indeterminate = selected !== null && selected > 0 && selected < count;
  }, [selected, count]);
  const all = (checked: boolean) => {
    for (const one of box.current?.form?.querySelectorAll<HTMLInputElement>(
      `input[type=checkbox][name="${name}"]`,
    ) ?? [])
      one.checked = checked;
    setSelected(checked ? count : 0);
  };
  return (
    <span hidden={selected === null} className="flex items-center gap-3">
      <label className="inline-flex min-h-8 items-center gap-2 ps-4 text-sm">
        <input
          ref={box}
          type="checkbox"
          checked={selected === count}
          onChange={(event) => all(event.currentTarget.checked)}
          className="size-6 accent-accent"
        />
        Select all on this page
      </label>
      <span aria-live="polite" className="text-sm text-muted">
        {selected === null || selected === 0 ? "" : `${selected} selected`}
      </span>
    </span>
  );
}
