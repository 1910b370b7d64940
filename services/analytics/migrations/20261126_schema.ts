import { IDEMPOTENCY_TABLE, OUTBOX_TABLE } from '@platform/database';
import { PASSWORD_ATTEMPTS_TABLE, pageLinksTable } from '@platform/page-access';
import type { Knex } from 'knex';

import { ANALYSES } from './20261126_schema/analyses.ts';
import { DELETIONS } from './20261126_schema/deletions.ts';
import { DERIVED } from './20261126_schema/derived.ts';
import { EMAIL } from './20261126_schema/email.ts';
import { IMPORTS } from './20261126_schema/imports.ts';
import { ROLLUPS } from './20261126_schema/rollups.ts';
import { TRAFFIC } from './20261126_schema/traffic.ts';
import { VISITORS } from './20261126_schema/visitors.ts';
import { WEBSITES } from './20261126_schema/websites.ts';

/**
 * The schema of analytics, in an order in which what is referred to comes first. Of its tables,
 * those that grow with the traffic are distributed by `website_id` on Citus
 * (`src/cluster/distributed-tables.ts`): every key of theirs begins with it, and nothing has a
 * foreign key, as most of the rest stays on the coordinator.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(WEBSITES);
  await knex.raw(TRAFFIC);
  await knex.raw(VISITORS);
  await knex.raw(ROLLUPS);
  await knex.raw(DERIVED);
  await knex.raw(IMPORTS);
  await knex.raw(ANALYSES);
  await knex.raw(EMAIL);
  await knex.raw(DELETIONS);
  await knex.raw(pageLinksTable());
  await knex.raw(PASSWORD_ATTEMPTS_TABLE);
  await knex.raw(OUTBOX_TABLE);
  await knex.raw(IDEMPOTENCY_TABLE);
};
