import {
  created,
  createRouter,
  deleted,
  endpoint,
  integerId,
  managementDialect,
  nameSchema,
  ok,
  page,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Caller } from '@platform/identity';
import Joi from 'joi';

import { MOST_WEBSITES } from '../rollup/rollup-service.ts';
import type { GroupBody, GroupsService } from './groups-service.ts';
import type { Group } from './groups-store.ts';

const toJson = ({ id, name, websites, createdAt, updatedAt }: Group) => ({
  id,
  name,
  websites,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

const fields = {
  name: nameSchema().description('Unique among the groups of the organisation'),
  websites: Joi.array()
    .items(Joi.number().integer().min(1).max(2_147_483_647))
    .unique()
    .min(1)
    .max(MOST_WEBSITES)
    .description(`Ids of websites, at most ${MOST_WEBSITES}`),
};

const createGroupSchema = Joi.object<GroupBody>()
  .meta({ component: 'CreateGroup' })
  .example({ name: 'Shops', websites: [1, 2] })
  .keys({ name: fields.name.required(), websites: fields.websites.required() });

const updateGroupSchema = Joi.object<GroupBody>().meta({ component: 'UpdateGroup' }).keys(fields);

const groupAnswer = Joi.object()
  .meta({ component: 'Group' })
  .keys({
    id: Joi.number().integer().required(),
    name: Joi.string().required(),
    websites: Joi.array()
      .items(Joi.number().integer())
      .required()
      .description('Ids of its websites; those that were deleted are gone from it'),
    created_at: Joi.string().isoDate().required(),
    updated_at: Joi.string().isoDate().required(),
  });

/** `/api/v1/groups` */
export const createGroupsRouter = (groups: GroupsService): ApiRouter => {
  const one = { path: '/groups/:id', params: { id: integerId('group') } };
  const versioned = {
    read: async ({ caller, params: { id } }: { caller: Caller; params: { id: number } }) =>
      toJson(await groups.show(caller.organisation, id)),
  };
  const tag = { name: 'Groups of websites', description: 'Websites that are counted together under a name.' };
  return createRouter(managementDialect, tag, [
    endpoint({
      method: 'GET',
      path: '/groups',
      summary: 'List groups by name',
      scope: 'websites:read',
      responses: { 200: { description: 'The groups', kind: 'page', data: groupAnswer } },
      handler: async ({ caller }) => {
        const items = (await groups.list(caller.organisation)).map(toJson);
        return page({ items, total: items.length, number: 1, perPage: Math.max(items.length, 1) });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/groups',
      summary: 'Create a group',
      description: 'Websites that `POST /api/v1/stats/rollup/query` counts together as `group`.',
      scope: 'websites:write',
      body: createGroupSchema,
      versioned: {},
      responses: { 201: { description: 'The group', data: groupAnswer } },
      handler: async ({ caller, body }) => {
        const group = await groups.create(caller.organisation, body);
        return created(toJson(group), `/api/v1/groups/${group.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      ...one,
      summary: 'Show a group',
      scope: 'websites:read',
      versioned,
      responses: { 200: { description: 'The group', data: groupAnswer } },
      handler: async ({ caller, params: { id } }) => ok(toJson(await groups.show(caller.organisation, id))),
    }),
    endpoint({
      method: ['PUT', 'PATCH'],
      ...one,
      summary: 'Update a group',
      scope: 'websites:write',
      body: updateGroupSchema,
      versioned,
      responses: { 200: { description: 'The group as it is now', data: groupAnswer } },
      handler: async ({ caller, params: { id }, body }) =>
        ok(toJson(await groups.update(caller.organisation, id, body))),
    }),
    endpoint({
      method: 'DELETE',
      ...one,
      summary: 'Delete a group',
      description: 'Its websites and their statistics stay.',
      scope: 'websites:write',
      versioned,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id } }) => {
        await groups.remove(caller.organisation, id);
        return deleted(id, 'group');
      },
    }),
  ]);
};
