import type { Database } from '@platform/database';
import type { ApiRouter, Cursors } from '@platform/http';

import { createMembersRouter } from './members-router.ts';
import { createMembersService } from './members-service.ts';
import { createMembersStore } from './members-store.ts';

/** The API that manages an organisation's members. */
export const createMembers = ({ database, cursors }: { database: Database; cursors: Cursors }): ApiRouter =>
  createMembersRouter(createMembersService(createMembersStore(database)), cursors);
