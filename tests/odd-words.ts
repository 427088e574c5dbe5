/**
 * What no page, mail or README says: turns of phrase that a native speaker would not write, British
 * spelling, and words that stand for one thing under another name. Quoted labels are not among them.
 */
export const ODD_WORDS =
  /\b(?:not whole|all the same|put (?:this|is) away|take the star away|one a line|leads nowhere|say truly|what do you hold|nobody is waiting|with (?:the|their) next request|counts in place of|parted by|narrow the|organisations?|colours?|favourites?|catalogue|any more|meanwhile|somebody|with made-up facts|good once|nobody gets in|pass neither|gets? no mail|(?:this|the|a|test|one) mail(?! (?:server|service|merge|domain))|by mail|has to has|as it stands in|free mail|staff account|(?:un)?tick(?:s|ed|ing)?|the company’s own (?:team|site))\b/i;

/** British spelling, where American English has another one. */
export const BRITISH_SPELLING =
  /\b(?:\w*(?:al|an|id|im|it|ogn|on|or|ter|ym)is(?:e|ed|es|ing|ations?)|analys(?:ed?|ing)|artefacts?|behaviours?|cancell(?:ed|ing)|catalogues?|cent(?:re|red|res)|colour(?:ed|s)?|defence|favour(?:ed|s)?|grey|harbours?|labell(?:ed|ing)|labour|licences?|modell(?:ed|ing)|per cent|programmes?)\b/i;
