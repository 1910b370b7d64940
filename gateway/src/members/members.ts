import type { Database } from '@platform/database';
import type { ApiRouter, Cursors } from '@platform/http';

import { createKeyEventsStore } from '../keys/key-events-store.ts';
import { createMembersRouter } from './members-router.ts';
import { createMembersService } from './members-service.ts';
import { createMembersStore } from './members-store.ts';

/** The API that manages an organisation's members. */
export const createMembers = ({ database, cursors }: { database: Database; cursors: Cursors }): ApiRouter =>
  createMembersRouter({
    members: createMembersService(createMembersStore(database)),
    events: createKeyEventsStore(database),
    cursors,
  });
