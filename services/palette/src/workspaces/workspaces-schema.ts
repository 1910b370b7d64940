import { cursorPageQuery, nameSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';

export interface ListWorkspacesQuery extends CursorPageQuery {
  org_id?: string;
  search?: string;
}

export interface DeleteWorkspaceQuery {
  cascade: boolean;
}

export const deleteWorkspaceQuery = Joi.object<DeleteWorkspaceQuery>({
  cascade: Joi.boolean().default(false).description('Also delete the palettes and themes in it'),
});

export const listWorkspacesQuery = Joi.object<ListWorkspacesQuery>({
  ...cursorPageQuery,
  org_id: Joi.string().max(100).description('Id of the organisation, which must be your own'),
  search: Joi.string().max(100).description('Part of the name'),
});

export interface CreateWorkspaceBody {
  name: string;
}

export const createWorkspaceBody = Joi.object<CreateWorkspaceBody>()
  .meta({ component: 'CreateWorkspace' })
  .example({ name: 'Marketing' })
  .keys({
    name: nameSchema().required().description('Unique in the organisation, ignoring case'),
  });

export interface UpdateWorkspaceBody {
  name: string;
}

export const updateWorkspaceBody = Joi.object<UpdateWorkspaceBody>()
  .meta({ component: 'UpdateWorkspace' })
  .example({ name: 'Brand' })
  .keys({
    name: nameSchema().required().description('Unique in the organisation, ignoring case'),
  });

export const workspaceSchema = Joi.object().meta({ component: 'Workspace' }).keys({
  id: Joi.string().required(),
  org_id: Joi.string().required(),
  name: Joi.string().required(),
  is_default: Joi.boolean().required(),
  created_at: Joi.string().isoDate().required(),
  updated_at: Joi.string().isoDate().required(),
});
