import Joi from 'joi';

import { nameSchema } from '../names/name-schema.ts';
import { pageQuery } from '../paging/paging-schema.ts';
import type { PageQuery } from '../paging/paging-schema.ts';

export interface ListWorkspacesQuery extends PageQuery {
  org_id?: string;
}

export const listWorkspacesQuery = Joi.object<ListWorkspacesQuery>({
  ...pageQuery,
  org_id: Joi.string().max(100).description('Id of the organisation; only the own one may be asked for'),
});

export interface CreateWorkspaceBody {
  name: string;
}

export const createWorkspaceBody = Joi.object<CreateWorkspaceBody>({
  name: nameSchema().description('Unique in the organisation, without regard to case'),
});

export const workspaceSchema = Joi.object({
  id: Joi.string().required(),
  org_id: Joi.string().required(),
  name: Joi.string().required(),
  is_default: Joi.boolean().required(),
  created_at: Joi.string().isoDate().required(),
});
