import type { ReactNode } from "react";
import type { Previewing } from "#web/ui/previewing.ts";
import { OtherFrame, useFrame } from "#web/portal/links.ts";
import { CardContents } from "./card-drawer.tsx";
import { ItemDetails } from "#content/items/portal/item-details.tsx";

/** What stands inside is drawn as for a visitor, whoever looks. */
function AsPublic({ children }: { children: ReactNode }) {
  const frame = useFrame();
  return (
    <OtherFrame.Provider value={{ ...frame, viewer: { mode: "public" } }}>
      {children}
    </OtherFrame.Provider>
  );
}

/** What the page hands to the dialogs over it. */
export const previewing: Previewing = {
  item: (item) => (
    <AsPublic>
      <ItemDetails item={item} selected={false} />
    </AsPublic>
  ),
  card: (card) => (
    <AsPublic>
      <CardContents card={card} selected={null} />
    </AsPublic>
  ),
};
