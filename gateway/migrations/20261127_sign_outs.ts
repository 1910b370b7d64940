import type { Knex } from 'knex';

/** When somebody signed out everywhere, which ends their sign-ins under way at an identity provider. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('members', (table) => {
    table.timestamp('signed_out_at').comment('everywhere; sign-ins that began before it are worth nothing');
  });
};
