import { useRef } from "react";
import { acceptOf, type PictureKinds } from "#values/picture-kinds.ts";
import { FileDrop } from "./file-drop.tsx";

interface PictureFieldProps {
  id: string;
  name: string;
  label: string;
  hint: string;
  errors?: readonly string[] | undefined;
  /** The id of the radio button that choosing a file chooses. */
  chooses?: string;
  kinds?: PictureKinds;
}

/** A file input for one picture; a file that is dropped on it is put into it. */
export function PictureField({ chooses, kinds = "icon", ...field }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    const radio = chooses === undefined ? null : document.getElementById(chooses);
    if (radio instanceof HTMLInputElement) radio.checked = true;
  };
  return (
    <FileDrop
      {...field}
      ref={input}
      accept={acceptOf(kinds)}
      onChange={choose}
      onDropped={([file]) => {
        if (file === undefined || input.current === null) return;
        const one = new DataTransfer();
        one.items.add(file);
        input.current.files = one.files;
        choose();
      }}
    />
  );
}
