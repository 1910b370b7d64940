/** PostgreSQL channel that tells every change of a website, by its site key. */
export const WEBSITES_CHANNEL = 'analytics_websites';
