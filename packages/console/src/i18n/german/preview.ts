import type { Texts } from '../english.ts';

/** Texts of the pages that show a palette in use. */
export const preview: Pick<Texts, 'preview'> = {
  preview: {
    title: 'Auf einer echten Seite',
    kind: 'Seite',
    kinds: { site: 'Eine Website', dashboard: 'Ein Dashboard', app: 'Eine App', chart: 'Ein Diagramm' },
    modes: { light: 'Hell', dark: 'Dunkel' },
    brand: 'Nordwind',
    products: 'Produkte',
    prices: 'Preise',
    about: 'Über uns',
    start: 'Loslegen',
    more: 'So geht es',
    fresh: 'Neu im Frühling',
    headline: 'Tee, der weiß, wo er wuchs',
    claim: 'Aus kleinen Gärten, von Hand gepflückt und binnen einer Woche verschickt.',
    features: ['Rückverfolgbar', 'Gerecht', 'Frisch'],
    overview: 'Überblick',
    orders: 'Bestellungen',
    customers: 'Kunden',
    figures: [
      ['Umsatz', '48.200 €'],
      ['Bestellungen', '1.284'],
      ['Retouren', '2,1 %'],
    ],
    messages: 'Nachrichten',
    people: ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Edsger Dijkstra'],
  },
};
