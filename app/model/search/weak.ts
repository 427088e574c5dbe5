import { stemsOf } from "./words.ts";

/** Words that stand in most questions of the field: they say little of what is asked. */
const WEAK = stemsOf(
  "company customer client user people person employee staff personnel worker team member organization business " +
    "product platform service system solution software tool thing " +
    "data information content security secure privacy compliance compliant policy procedure process program plan " +
    "control measure requirement standard framework environment documentation document version state status level " +
    "use using used support supported provide offer give get make take keep kept hold run perform conduct " +
    "maintain ensure implement handle manage follow apply allow allowed permit require need want like know tell told " +
    "explain describe show see look list include contain happen work bring brought send sent receive put set go come " +
    "let ask call find fix solve resolve check verify assess evaluate monitor done made carry cover exist " +
    "start stop end turn switch change become stay remain choose decide leave contact notify inform announce reach " +
    "process store collect share host export import deliver deploy build create add remove protect prevent avoid " +
    "own same different kind type way example detail part place case past present future last next new " +
    "many more most less few often long short quick quickly fast rapidly soon late early ever never always " +
    "institution institutional campus undergo undergone designate currently current available possible regular regularly main general specific certain " +
    // German, French and Spanish
    "sicherheit sécurité seguridad informationen información richtlinie politique política verwaltung gestion gestión " +
    "maßnahmen mesures medidas kontrolle contrôle verfahren prozess processus proceso programme programa",
);

/** Words that only hold a sentence together: nothing is looked up for them. */
const FILLERS = stemsOf(
  "also any anything some something all every each both either other another much very " +
    "about regarding against into within during between under over than then after before since until while because " +
    "through across outside inside without themselves themself itself ourselves myself yourself " +
    "would could should shall may might must been being were am had did having here there now today " +
    "please able yes no not just only still already yet whether such per ourself themself itself my them his her " +
    // German
    "der die das den dem ein eine einen einem einer eines und oder ist sind war werden wird wurde haben habt kann konnen " +
    "muss mussen darf durfen wie was wer wen wem wo wann welche welcher welches welchen warum ihr ihre ihren ihrem ihrer " +
    "sie wir uns unsere unser unseren unserer mit von vom zu zum zur auf aus bei fur nach uber durch nicht kein keine " +
    "auch gibt jeder jedes jede alle alles machen " +
    // French
    "le la les une du et ou est sont au aux ces cette qui que quoi quel quelle quels quelles comment quand pourquoi " +
    "combien vous nous vos nos votre notre il ils elle elles se dans sur pour par avec sans tous toutes tout pouvons " +
    "pouvez peut avez avons ont etes trouve " +
    // Spanish
    "el los las unos unas es son esta estan con por para cual cuales como cuando donde cuanto su sus nuestro nuestra " +
    "nuestros nuestras en del al hay tiene tienen puede pueden busca " +
    // Chinese
    "是否 如何 什么 哪里 哪些 怎么 多久 你们 我们 您的 请问 没有 可以",
);

/** Whether a word stands in most questions, in whatever form. @param word its stem */
export function isWeak(word: string): boolean {
  return WEAK.has(word) || FILLERS.has(word);
}

/** Whether a word only holds a sentence together. @param word its stem */
export function isFiller(word: string): boolean {
  return FILLERS.has(word);
}
