import { invalid, notFound } from '@platform/errors';

import type { Website } from '../websites/website.ts';
import type { Group, GroupsStore } from './groups-store.ts';

export interface GroupBody {
  readonly name?: string;
  readonly websites?: readonly number[];
}

interface GroupsServiceDeps {
  readonly store: GroupsStore;
  /** Returns all websites of an organisation with the text in their domain. */
  readonly websitesOf: (organisation: string, search: string) => Promise<readonly Website[]>;
}

export interface GroupsService {
  /** @throws AppError `invalid` for a name that is taken, and for websites of others */
  create(organisation: string, body: GroupBody): Promise<Group>;
  list(organisation: string): Promise<readonly Group[]>;
  /** @throws AppError `not_found`, like the next two */
  show(organisation: string, id: number): Promise<Group>;
  update(organisation: string, id: number, body: GroupBody): Promise<Group>;
  remove(organisation: string, id: number): Promise<void>;
}

/** The console offers them all in one list. */
const MOST = 100;

const taken = () => invalid([{ field: 'name', message: 'name has already been taken by another group' }]);

const unknown = (id: number | string) =>
  invalid([
    { field: 'websites', message: `websites must be ids of the organisation’s websites: ${id} is none` },
  ]);

/** The use cases of groups of websites. */
export const createGroupsService = ({ store, websitesOf }: GroupsServiceDeps): GroupsService => {
  const refuseOthers = async (organisation: string, ids: readonly number[]): Promise<void> => {
    const own = new Set((await websitesOf(organisation, '')).map(({ id }) => id));
    const other = ids.find((id) => !own.has(id));
    if (other !== undefined) throw unknown(other);
  };
  const show = async (organisation: string, id: number): Promise<Group> => {
    const group = await store.find(organisation, id);
    if (!group) throw notFound('group');
    return group;
  };
  const checked = (group: Group | undefined | null): Group => {
    if (group === undefined) throw taken();
    if (group === null) throw unknown('one of them');
    return group;
  };
  return {
    show,
    list: (organisation) => store.list(organisation),
    async create(organisation, { name = '', websites = [] }) {
      await refuseOthers(organisation, websites);
      if ((await store.list(organisation)).length >= MOST)
        throw invalid([
          { field: 'name', message: `name can’t be kept: an organisation has at most ${MOST} groups` },
        ]);
      return checked(await store.insert(organisation, { name, websites }));
    },
    async update(organisation, id, body) {
      const { name, websites } = { ...(await show(organisation, id)), ...body };
      await refuseOthers(organisation, websites);
      return checked(await store.update(organisation, id, { name, websites }));
    },
    async remove(organisation, id) {
      if (!(await store.remove(organisation, id))) throw notFound('group');
    },
  };
};
