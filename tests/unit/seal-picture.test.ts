import { expect, test } from "vitest";
import { BADGES, customBadge } from "#model/cards/catalogue/badges.ts";
import { accentPalettes } from "#values/color.ts";
import { sealPicture } from "#web/ui/seal-picture.ts";

/** What RFC 3986 lets stand in an address; everything else is written as percent and two digits. */
const ADDRESS = /^data:image\/svg\+xml,(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=]|%[0-9A-F]{2})+$/;

test("every seal is a valid address, and the picture that was drawn", () => {
  const palettes = accentPalettes("#1f4b99");
  const badges = [...Object.values(BADGES), customBadge("C5 Über {x} | 認証 🎉 <&>")];
  for (const badge of badges) {
    const address = sealPicture(badge, null, palettes);
    expect(address).toMatch(ADDRESS);
    const svg = decodeURIComponent(address.slice("data:image/svg+xml,".length));
    expect(svg).toMatch(/^<svg xmlns='http:\/\/www\.w3\.org\/2000\/svg' [^]*<\/svg>$/);
  }
});
