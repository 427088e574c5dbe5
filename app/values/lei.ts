/** An LEI: the name of a legal entity by ISO 17442. */

const LENGTH = 20;
const CHARACTERS = /^[0-9A-Z]+$/;

/** An LEI as it is written: in capitals and without spaces. */
export function writtenLei(text: string): string {
  return text.replace(/\s/g, "").toUpperCase();
}

/** What is wrong with an LEI as `writtenLei` gives it; null where nothing is. */
export function leiFault(lei: string): string | null {
  if (lei.length !== LENGTH || !CHARACTERS.test(lei))
    return "Enter an LEI of 20 letters and digits";
  return remainder(lei) === 1 ? null : "Check the LEI: its last two digits don’t fit.";
}

/** By 97, as ISO 7064 says: a letter counts as two digits, A as 10, Z as 35. */
function remainder(lei: string): number {
  let rest = 0;
  for (const character of lei) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
