import type { Database } from '@platform/database';

export const TRACKER_OPTIONS = [
  'hash_based_routing',
  'outbound_links',
  'file_downloads',
  'form_submissions',
] as const;

/** How a website's script is set up, in Plausible's names. */
export type TrackerConfiguration = Readonly<Record<(typeof TRACKER_OPTIONS)[number], boolean>> & {
  /** How it got onto the pages: `manual`, `wordpress`, `gtm`, `npm`. */
  readonly installation_type: string;
};

export interface TrackerConfigurationsStore {
  /** That of a website; undefined where nobody has set one up. */
  find(websiteId: number): Promise<TrackerConfiguration | undefined>;
  /** Changes what is given, and returns all of it. */
  change(websiteId: number, given: Partial<TrackerConfiguration>): Promise<TrackerConfiguration>;
}

const COLUMNS = [...TRACKER_OPTIONS, 'installation_type'] as const;

/** Configurations in PostgreSQL. */
export const createTrackerConfigurationsStore = (database: Database): TrackerConfigurationsStore => {
  const rows = () => database<TrackerConfiguration & { website_id: number }>('tracker_configurations');
  return {
    find: async (websiteId) =>
      rows()
        .where({ website_id: websiteId })
        .first(...COLUMNS),
    async change(websiteId, given) {
      const insert = rows()
        .insert({ website_id: websiteId, ...given })
        .onConflict('website_id');
      const fields = Object.keys(given);
      const [row] = await (
        fields.length === 0 ? insert.merge(['website_id']) : insert.merge(given)
      ).returning([...COLUMNS]);
      return row as TrackerConfiguration;
    },
  };
};
