import type { Item } from '@platform/client';

import { formatTable } from '../format-table.ts';

type Key = Item<'keys.list'>;

const stateOf = (key: Key, now: number): string => {
  if (key.revoked_at !== null) return `revoked ${key.revoked_at.slice(0, 10)}`;
  if (key.expires_at === null) return 'active';
  const word = Date.parse(key.expires_at) < now ? 'expired' : 'until';
  return `${word} ${key.expires_at.slice(0, 10)}`;
};

/** Keys as a table; none of them shows the key itself. */
export const keyTable = (keys: readonly Key[], now = Date.now()): string =>
  formatTable([
    ['ID', 'NAME', 'ENDS IN', 'STATE', 'LAST USED', 'SCOPES'],
    ...keys.map((key) => [
      key.id,
      key.name,
      key.last_four,
      stateOf(key, now),
      key.last_used_at?.slice(0, 10) ?? 'never',
      key.scopes.join(' '),
    ]),
  ]);

/** What is shown of a key that was just made. */
export const newKeyText = (key: { id: string; name: string; key: string }): string =>
  `${key.key}\n\n${key.name} (${key.id}). The key is shown this once.\n`;
