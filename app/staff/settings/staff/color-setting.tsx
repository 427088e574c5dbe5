import { useRef, useState } from "react";
import {
  colorUses,
  colorWords,
  LOGO_COLOR,
  type ColorUse,
} from "#company/settings/rules/settings-forms.ts";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { TextSetting } from "./setting-form.tsx";

/**
 * The accent color, and what becomes of it on light and on dark pages: of what is stored, and with
 * scripts of what is typed or picked. The colors of the logo are buttons, which fill the field in
 * where scripts run, and save the form elsewhere.
 */
export function ColorSetting({
  stored,
  proposed,
}: {
  stored: string;
  proposed: readonly string[];
}) {
  const [color, setColor] = useState(stored);
  const hasScripts = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const uses = colorUses(color);
  const moved = colorWords(color);
  const take = (wanted: string) => {
    if (field.current !== null) field.current.value = wanted;
    setColor(wanted);
  };
  return (
    <>
      <div className="relative">
        <TextSetting
          name="accentColour"
          label="Accent color"
          hint="Six hexadecimal digits, such as #1f4b99. Buttons use it as is. Links use a darker or lighter shade where it would be hard to read."
          maxLength={7}
          className="max-w-[10rem] font-mono"
          required
          ref={field}
          onInput={(event) => {
            const typed = /^#?([0-9a-f]{6})$/i.exec(event.currentTarget.value.trim())?.[1];
            if (typed !== undefined) setColor(`#${typed.toLowerCase()}`);
          }}
        />
        {hasScripts ? (
          // It has no name: the field beside it is what counts.
          <input
            type="color"
            aria-label="Pick a color"
            value={color}
            onChange={({ target }) => take(target.value)}
            className="absolute start-[11.5rem] bottom-0 h-[2.625rem] w-14 cursor-pointer rounded-md border border-edge bg-surface p-1"
          />
        ) : null}
      </div>
      {/* Enter in a field presses the first button: it saves what was typed. */}
      {hasScripts || proposed.length === 0 ? null : (
        <button type="submit" hidden tabIndex={-1}>
          Save
        </button>
      )}
      {proposed.length === 0 ? null : (
        <ul aria-label="Colors of your logo" className="flex flex-wrap gap-2">
          {proposed.map((one) => (
            <li key={one}>
              <Button
                look="secondary"
                size="small"
                type={hasScripts ? "button" : "submit"}
                name={LOGO_COLOR}
                value={one}
                onClick={() => take(one)}
              >
                <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
                  <rect
                    x="0.5"
                    y="0.5"
                    width="15"
                    height="15"
                    rx="3"
                    fill={one}
                    className="stroke-edge"
                  />
                </svg>
                Use {one} from your logo
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ul className="flex flex-wrap gap-4 text-sm">
        {uses.map((use) => (
          <li key={use.on}>
            <Sample use={use} />
            <span className="mt-1 block text-muted">On {use.on} pages</span>
          </li>
        ))}
      </ul>
      {moved === null ? null : <p className="text-sm text-muted">{moved}</p>}
    </>
  );
}

const PAGES = {
  light: { page: "#ffffff", line: "#d9d9d4" },
  dark: { page: "#15191c", line: "#343a40" },
} as const;

/**
 * A button and a link as they stand on a page. Drawn: the page's policy takes no colors from
 * attributes of style.
 */
function Sample({ use: { on, ink, fill, onFill } }: { use: ColorUse }) {
  const { page, line } = PAGES[on];
  return (
    <svg
      width="224"
      height="72"
      viewBox="0 0 224 72"
      aria-hidden="true"
      className="block text-sm font-medium"
    >
      <rect x="0.5" y="0.5" width="223" height="71" rx="8" fill={page} stroke={line} />
      <rect x="16" y="18" width="96" height="36" rx="6" fill={fill} stroke={ink} />
      <text x="64" y="41" textAnchor="middle" fill={onFill}>
        Get access
      </text>
      <text x="128" y="41" fill={ink} textDecoration="underline">
        View more
      </text>
    </svg>
  );
}
