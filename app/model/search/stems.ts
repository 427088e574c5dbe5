/**
 * Words without their endings, so that 'encrypt', 'encrypted' and 'encryption' are the same word:
 * English, American and British alike, and the endings of German, French and Spanish that English
 * does not have. Nobody knows the language of a word here, so one list serves all. Each word is looked
 * at a bounded number of times, whatever it holds.
 */

/** Longer words are no words of a language: they stay as they are. */
const MOST_LETTERS = 40;
/** Endings are taken off one after the other, at most so many. */
const MOST_ENDINGS = 6;

/** Endings by the letters that have to stay, then what takes their place. */
const ENDINGS: ReadonlyMap<string, { least: number; becomes: string }> = new Map(
  (
    [
      [3, "", "ing ed"],
      [3, "i", "ied ier ies"],
      [
        3,
        "if",
        "ification ificate ificator ified ifier ifying ify ifikat ifikate ifizierung ifizieren",
      ],
      [3, "if", "ifiziert ifizierte ifizierten ifizierter ifiziertes iable"],
      [3, "graph", "graphy graphic grapher graphie"],
      [4, "", "ation ational ator ative ated ating ate atic atory acion ado ada ability ibility"],
      [4, "", "able ible ance ence ancy ency ment ness ly er ion ity e"],
      [5, "", "al ial ual ant ent ive ivity or ous ung ungen en em ern ert keit heit"],
      [5, "", "ieren iert ierte ierten ierter iertes ierung ierungen"],
      [5, "el", "elt eln elung elungen"],
      [7, "", "et"],
    ] as const
  ).flatMap(([least, becomes, endings]) =>
    endings.split(" ").map((ending) => [ending, { least, becomes }] as const),
  ),
);
const LONGEST_ENDING = Math.max(...Array.from(ENDINGS.keys(), ({ length }) => length));

/** Stems of one word that no ending explains, by the first; and words that are not of another one. */
const SAME: ReadonlyMap<string, string> = new Map(
  `
  retain retent; maintain mainten; destroy destruct; explain explan; detain detent; suspend suspenz;
  extend extenz; expand expanz; decid decis; permit permiss; transmit transmiss; admit admiss;
  includ inclus; exclud exclus; intrud intrus; subscrib subscript; describ descript; defin definit;
  respond response; analyz analysis analyst; licenz licenc licensor; defenz defenc;
  offenz offenc; practic practis; catalog catalogu; dialog dialogu; artifact artefact; cipher cypher;
  inquiri enquiri enquiry; center centre; datacenter datacentre; fiber fibre;
  use used using usage; stor storage; leak leakage; cover coverage; eraz erasure; discloz disclosure;
  expoz exposure; fail failure; cloz closure; suppli supply; compli comply; regist registr register;
  anonym anonymis; pseudonym pseudonymis; token tokenis; virtual virtualis; minim minimis minimal;
  hold held; keep kept; send sent; build built; writ wrote; sell sold; teach taught; steal stolen;
  break broken; chooz chosen; hide hidden; child children; index indic; matrix matric;
  criteria criterion; copi copy; losch geloscht; speich gespeichert;
  general; internal; international; personal; customer; server; sicher; integrity; information;
  application; important; business; accessib accessible accessibility; portab portable portability;
  directory; number; member; other; paper; order; document documentation documented documenting;
  data daten donnees donnee datos dato; employ mitarbeiter mitarbeitern beschaftigte empleado empleados;
  customer kunde kunden; compani unternehmen firma entreprise entreprises empresa empresas;
  user benutzer nutzer utilisateur utilisateurs usuario usuarios; server serveur serveurs servidor servidores;
  system systeme sistema sistemas; databaz datenbank datenbanken; year jahr jahre jahren annee annees ano anos;
  address adresse adressen direccion; public offentlich offentliche offentlichen publique publico publica;
  service dienst dienste servicio servicios; report bericht berichte rapport rapports informe informes;
  countri land lander pays pais paises; contract vertrag vertrage contrat contrats contrato contratos;
  question frage fragen; frequ frecuencia; vulner vulnerabilidad vulnerabilidades vulnerabilite vulnerabilites;
  scan escanean escanear escaneo; state; status; version versionen versiones; letter; partial; station; foundation; publication; security secur
  `
    .split(";")
    .flatMap((group) => {
      const [stem = "", ...words] = group.trim().split(/\s+/);
      return [stem, ...words].map((word) => [word, stem] as const);
    }),
);

const PLAIN = /^[a-z]+$/;
const VOWEL = /[aeiouy]/;
/** A short word whose silent e an ending took: 'cod' of 'coding', not 'log' of 'logging'. */
const SHORT = /^[^aeiou][aeiou][^aeiouwxy]$/;
/** Letters that an ending doubles, as in 'scanning'; 'access' has its own two. */
const DOUBLED = /([bdfgklmnprtz])\1$/;

/** Stems that were asked for lately: a text says its words again and again. */
const known = new Map<string, string>();
const MOST_KNOWN = 20_000;

/**
 * The stem of a word: the same for all of its forms, and itself for a stem.
 * @param word folded
 */
export function stemOf(word: string): string {
  if (word.length < 4 || word.length > MOST_LETTERS || !PLAIN.test(word)) return word;
  let stem = known.get(word);
  if (stem === undefined) {
    stem = madeStem(word);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(word, stem);
  }
  return stem;
}

function madeStem(word: string): string {
  let stem = singular(word);
  for (let step = 0; step < MOST_ENDINGS; step += 1) {
    const same = SAME.get(stem);
    if (same !== undefined) return same;
    const next = spelled(withoutEnding(stem));
    if (next === stem) break;
    stem = next;
  }
  return SAME.get(stem) ?? stem;
}

/** Plurals of the plain kinds; other words stay as they are. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s")) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutEnding(word: string): string {
  for (let length = Math.min(LONGEST_ENDING, word.length - 3); length > 0; length -= 1) {
    const ending = word.slice(-length);
    const rule = ENDINGS.get(ending);
    if (rule === undefined) continue;
    const rest = word.slice(0, -length);
    if (rest.length < rule.least || !VOWEL.test(rest)) continue;
    // 'region' and 'vendor' have no ending.
    if ((ending === "ion" || ending === "or") && !/[st]$/.test(rest)) continue;
    return rule.becomes === "" && SHORT.test(rest) ? `${rest}e` : rest + rule.becomes;
  }
  return word;
}

/** One spelling for those of a stem's end: of 'programme', 'organize', 'behaviour', 'policy'. */
function spelled(stem: string): string {
  if (stem.length > 3 && DOUBLED.test(stem)) return stem.slice(0, -1);
  // What is left of 'release' is no plural.
  if (stem.length > 3 && /[^isu]s$/.test(stem)) return `${stem.slice(0, -1)}z`;
  if (stem.length < 5) return stem;
  if (stem.endsWith("iz")) return `${stem.slice(0, -1)}s`;
  if (stem.endsWith("our")) return `${stem.slice(0, -3)}or`;
  if (stem.endsWith("bil")) return `${stem.slice(0, -2)}l`;
  if (/[^aeiou]y$/.test(stem)) return `${stem.slice(0, -1)}i`;
  return stem;
}
