/** Texts of the pages that show a palette in use. */
export const preview = {
  preview: {
    title: 'On a real page',
    kind: 'Page',
    kinds: { site: 'A website', dashboard: 'A dashboard', app: 'An app', chart: 'A chart' },
    modes: { light: 'Light', dark: 'Dark' },
    brand: 'Northwind',
    products: 'Products',
    prices: 'Prices',
    about: 'About us',
    start: 'Get started',
    more: 'See how it works',
    fresh: 'New in spring',
    headline: 'Tea that knows where it grew',
    claim: 'From small gardens, picked by hand and shipped within a week.',
    features: ['Traceable', 'Fair', 'Fresh'],
    overview: 'Overview',
    orders: 'Orders',
    customers: 'Customers',
    figures: [
      ['Revenue', '€ 48,200'],
      ['Orders', '1,284'],
      ['Returns', '2.1%'],
    ] as readonly (readonly [string, string])[],
    messages: 'Messages',
    people: ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Edsger Dijkstra'],
  },
};
