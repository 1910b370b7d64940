import type { Database } from '@platform/database';
import type { ApiRouter, Cursors } from '@platform/http';

import { createKeyEventsStore } from '../keys/key-events-store.ts';
import { createKeysStore } from '../keys/keys-store.ts';
import { createMembersRouter } from './members-router.ts';
import { createMembersService } from './members-service.ts';
import type { MembersServiceDeps } from './members-service.ts';
import { createMembersStore } from './members-store.ts';

export interface MembersDeps extends Pick<MembersServiceDeps, 'publicUrl' | 'sendInvitation'> {
  database: Database;
  cursors: Cursors;
}

/** The API that manages an organisation's members. */
export const createMembers = ({ database, cursors, publicUrl, sendInvitation }: MembersDeps): ApiRouter => {
  const keys = createKeysStore(database);
  return createMembersRouter({
    members: createMembersService({
      store: createMembersStore(database),
      findKey: (organisation, id) => keys.find(organisation, id),
      publicUrl,
      sendInvitation,
    }),
    events: createKeyEventsStore(database),
    cursors,
  });
};
