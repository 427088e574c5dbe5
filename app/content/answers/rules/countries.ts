import { countryOptions } from "#values/countries.ts";

/** Names that English also has for countries, and what several are called together. */
const OTHERS =
  /(?<![\p{L}\p{N}])(?:US|USA|UK|UAE|EU|EEA|Europe|European Union|Great Britain|England|Scotland|Turkey|Czech Republic)(?![\p{L}\p{N}]| \p{Lu})/u;

const NAMES = countryOptions().map(({ label }) => label.toLowerCase());

/** Whether a text names a country: a city is none, nor a provider’s region such as ‘EU Central’. */
export function namesCountry(text: string): boolean {
  const lower = text.toLowerCase();
  const isAlone = (name: string) => {
    const at = lower.indexOf(name);
    return at >= 0 && !isLetter(lower[at - 1]) && !isLetter(lower[at + name.length]);
  };
  return OTHERS.test(text) || NAMES.some(isAlone);
}

function isLetter(sign: string | undefined): boolean {
  return sign !== undefined && /\p{L}/u.test(sign);
}
