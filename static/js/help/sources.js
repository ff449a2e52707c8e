// Where each part of the section has its matter from: sections of this table's rules first, then pages that tell truco at large.

/** @typedef {{title: string, where: string, address: string, lang: string}} Page */

/** @type {Record<string, Page>} */
const PAGES = {
  steps: {
    title: "Cómo se juega al truco argentino, paso a paso",
    where: "Clarín",
    address: "https://clarin.com/informacion-general/juega-truco-argentino-paso-paso_0_EKZpom8a9v.amp.html",
    lang: "es",
  },
  rules: {
    title: "Reglas del truco argentino",
    where: "Clarín",
    address:
      "https://www.clarin.com/viste/reglas-del-truco-argentino-valores-y-senas-de-las-cartas_0_hNtLIR2m.html",
    lang: "es",
  },
  city: {
    title: "¡Quiero retruco!",
    where: "Turismo, Ciudad de Buenos Aires",
    address: "https://turismo.buenosaires.gob.ar/es/article/%C2%A1quiero-retruco",
    lang: "es",
  },
  cidade: {
    title: "Eu quero retruco!",
    where: "Turismo, Ciudad de Buenos Aires",
    address: "https://turismo.buenosaires.gob.ar/br/article/eu-quero-retruco",
    lang: "pt-BR",
  },
  reglamento: {
    title: "Truco",
    where: "Reglamentos de juegos de naipes, Acanomas",
    address: "http://acanomas.com/Reglamentos-Juegos-de-Naipes/204/Truco-pag.2.htm",
    lang: "es",
  },
};

/** @type {Record<import("../router.js").HelpTab, {sections: string[], pages: Page[]}>} */
const SOURCES = {
  order: { sections: ["B3"], pages: [PAGES.steps, PAGES.reglamento] },
  who: { sections: ["B4", "B5"], pages: [PAGES.rules] },
  tanto: { sections: ["B7"], pages: [PAGES.city] },
  calls: { sections: ["B7", "B8"], pages: [PAGES.city, PAGES.rules] },
  glossary: { sections: ["B1", "B7", "B8"], pages: [PAGES.reglamento, PAGES.city] },
  rules: { sections: ["B1–B12"], pages: [PAGES.rules, PAGES.reglamento] },
};

/** A page that there is in the reader's language too, in that language. @type {Record<string, Map<Page, Page>>} */
const TRANSLATED = { pt: new Map([[PAGES.city, PAGES.cidade]]) };

/** @param {import("../router.js").HelpTab} part @param {string} language */
export function sourcesOf(part, language) {
  const { sections, pages } = SOURCES[part];
  return { sections, pages: pages.map((page) => TRANSLATED[language]?.get(page) ?? page) };
}
