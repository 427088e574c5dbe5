/**
 * What German, French and Spanish questions ask for, and by which words a sentence has it: the words
 * that English does not have.
 */

/** What is asked for, of the kinds that `kinds.ts` knows. */
type KindAbroad =
  | "rate"
  | "duration"
  | "count"
  | "who"
  | "where"
  | "date"
  | "reason"
  | "way"
  | "thing"
  | "yesno";

const set = (words: string) => new Set(words.split(" "));

/** How questions begin, by language; of two that fit, the longer stands first. */
const ASKING: readonly (readonly [kind: KindAbroad, words: readonly string[]])[] = [
  ["rate", ["wie oft", "wie häufig", "combien de fois", "à quelle fréquence", "cada cuánto"]],
  ["rate", ["cada cuanto", "con qué frecuencia", "con que frecuencia"]],
  ["duration", ["wie lange", "wie schnell", "combien de temps", "cuánto tiempo", "cuanto tiempo"]],
  ["count", ["wie viele", "wie viel", "wieviele", "wieviel", "wie hoch", "wie groß", "combien"]],
  ["count", ["cuántos", "cuántas", "cuánto", "cuantos", "cuantas", "cuanto"]],
  ["who", ["wer", "wem", "wen", "qui", "quién", "quiénes", "quien", "quienes"]],
  ["where", ["wo", "wohin", "woher", "où", "dónde", "adónde", "donde"]],
  ["date", ["wann", "quand", "cuándo", "cuando"]],
  ["reason", ["warum", "wieso", "weshalb", "pourquoi", "por qué"]],
  ["way", ["wie", "comment", "cómo"]],
  ["thing", ["welche", "welcher", "welches", "welchen", "welchem"]],
  ["thing", ["quel", "quelle", "quels", "quelles", "cuál", "cuáles", "qué"]],
];
/** The word that asks stands among the first. */
const ASKING_UP_TO = 3;
/** What begins a question for yes or no. */
const WHETHER = set(
  "ist sind hat haben wird werden wurde wurden gibt kann können muss müssen darf dürfen est-ce hay",
);
const GERMAN = set(
  "wie wer wem wen wo wohin woher wann warum wieso weshalb wieviel wieviele welche welcher welches welchen welchem " +
    "ist sind hat haben wird werden wurde wurden gibt kann können muss müssen darf dürfen",
);

/** What a question of another language asks for; null where it asks for nothing known. */
export function kindAbroad(words: readonly string[]): KindAbroad | null {
  const begun = words.slice(0, ASKING_UP_TO + 2);
  for (const [kind, phrases] of ASKING)
    for (const phrase of phrases) {
      const own = phrase.split(" ");
      const at = begun.findIndex((_, place) =>
        own.every((word, nth) => begun[place + nth] === word),
      );
      if (at >= 0 && at < ASKING_UP_TO) return kind;
    }
  const [first = ""] = words;
  // 'Avez-vous', 'peut-on'.
  return WHETHER.has(first) || /-(?:vous|nous|on|ils?|elles?)$/.test(first) ? "yesno" : null;
}

/** Whether a question is German: there, each noun has a capital, and none of them names anybody. */
export function isGerman(words: readonly string[]): boolean {
  return words.slice(0, ASKING_UP_TO).some((word) => GERMAN.has(word));
}

/** What turns a sentence round. */
export const NEGATIONS_ABROAD =
  "nicht kein keine keinen keinem keiner keines nie niemals ohne weder niemand nichts pas jamais aucun aucune sans " +
  "nunca sin ningún ninguna ninguno jamás nadie";
/** The months, where they have another name than in English. */
export const MONTHS_ABROAD =
  "januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre " +
  "novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre";
/** What times are counted in. */
export const UNITS_ABROAD =
  "sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren quartal " +
  "jour jours heure heures semaine semaines mois ans année années día días hora horas minuto minutos semana semanas " +
  "mes meses año años trimestre";
/** How often something is, in a word. */
export const RATES_ABROAD =
  "stündlich täglich wöchentlich monatlich vierteljährlich halbjährlich jährlich fortlaufend kontinuierlich " +
  "quotidiennement mensuellement annuellement diariamente semanalmente mensualmente anualmente";
/** What stands before the unit of a rate. */
export const EVERY_ABROAD =
  "jede jeden jeder jedes pro einmal zweimal dreimal chaque par fois cada vez veces";
/** At once. */
export const AT_ONCE_ABROAD =
  "sofort unverzüglich immédiatement inmediatamente unbegrenzt indéfiniment";
/** Numbers in letters. */
export const NUMBERS_ABROAD =
  "zwei drei vier fünf sechs sieben acht neun zehn zwölf deux trois quatre cinq sept huit neuf dix douze dos tres " +
  "cuatro cinco seis siete ocho nueve diez doce";
/** Who does something. */
export const ROLES_ABROAD =
  /^(?:firma|unternehmen|teams?|leiter(?:in)?|beauftragte[rn]?|vorstand|geschäftsführ\p{L}*|mitarbeiter\p{L}*|prüfer\p{L}*|anbieter|dienstleister|kunden?|équipe|responsable|direction|directeur|prestataire|entreprise|auditeur|équipes|equipo|director|proveedor|empresa|auditora?|dirección)$/u;

/** Whether a German sentence names a place: 'in Frankfurt', and not 'in Sicherheit'. */
export function isGermanPlace(sentence: string): boolean {
  for (const [, noun = ""] of sentence.matchAll(
    /(?<!\p{L})(?:[Ii]n|[Bb]ei|[Aa]us|[Nn]ach) (\p{Lu}\p{L}+)/gu,
  ))
    if (!/(?:ung|ungen|heit|keit|schaft|tion|tionen|tät|form|zeit|fall|ordnung)$/.test(noun))
      return true;
  return /(?<!\p{L})(?:EU|EWR|Europa|Deutschland|Schweiz|Österreich)(?!\p{L})/u.test(sentence);
}

/** Whether a German sentence names somebody: two words with a capital that don't begin it. */
export function isGermanName(sentence: string): boolean {
  return /(?<=\p{L},? )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(sentence);
}
