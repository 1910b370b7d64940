import { pageLinksTable } from '@platform/page-access';
import type { Knex } from 'knex';

/** Links that open the statistics of a group of websites. They go with the group. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(pageLinksTable('website_groups', 'group_page_links'));
};
