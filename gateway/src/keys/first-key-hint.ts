import type { Logger } from '@platform/runtime';

import type { OrganisationsStore } from './organisations-store.ts';

const HINT =
  'There is no key yet, so nobody can call the API. Make one: ' +
  'node src/keys/cli.ts create --organisation NAME --name First ' +
  '(with Docker: docker compose exec gateway node src/keys/cli.ts create --organisation NAME --name First)';

/** Tells an operator in the log how to make the first key, while there is no organisation. */
export const hintAtFirstKey = async (deps: {
  organisations: Pick<OrganisationsStore, 'organisations'>;
  logger: Logger;
}): Promise<void> => {
  const known = await deps.organisations.organisations();
  if (known.length === 0) deps.logger.warn(HINT);
};
