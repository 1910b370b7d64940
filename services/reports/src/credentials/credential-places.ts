/** Where a report’s credentials belong. */
export const reportPlace = (organisation: string, pageKey: string): string =>
  `reports/report/${organisation}/${pageKey}`;

/** Where a site’s credentials belong. */
export const sitePlace = (organisation: string, url: string): string => `reports/site/${organisation}/${url}`;
