/** How the API reference groups the endpoints of sites. */
export const SITES_TAG = {
  name: 'Sites',
  description: 'Crawls of whole sites: broken links, duplicates, structure, and each page’s checks.',
};
