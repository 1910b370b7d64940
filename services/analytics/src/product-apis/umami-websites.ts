import { notFound } from '@platform/errors';
import Joi from 'joi';

import type { DeletionsService } from '../deletions/deletions-service.ts';
import type { Website } from '../websites/website.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import { answered, readFields } from './product-api.ts';
import type { ProductCall, ProductEndpoint } from './product-api.ts';
import { paging } from './umami-questions.ts';
import type { RangeQuery } from './umami-questions.ts';

export interface UmamiWebsitesDeps {
  readonly websites: Pick<WebsitesService, 'create' | 'move' | 'remove'>;
  /** All of an organisation whose domain contains the text. */
  readonly websitesOf: (organisation: string, search: string) => Promise<readonly Website[]>;
  readonly deletions: Pick<DeletionsService, 'create'>;
}

/** A website as Umami writes it. */
export const websiteJson = ({ siteKey, domain, createdAt, updatedAt }: Website) => ({
  id: siteKey,
  name: domain,
  domain,
  shareId: null,
  resetAt: null,
  userId: null,
  teamId: null,
  createdBy: null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  deletedAt: null,
  recorderEnabled: false,
  replayConfig: null,
});

const nameAndDomain = Joi.object<{ domain?: string; name?: string }>({
  name: Joi.string().max(500),
  domain: Joi.string().max(500),
});

interface UmamiWebsites {
  /** The website that a path names. @throws AppError `not_found` */
  readonly siteOf: (call: ProductCall) => Promise<Website>;
  readonly list: (call: ProductCall) => Promise<object>;
  readonly writing: readonly ProductEndpoint[];
}

/** Umami's interface for the websites themselves. */
export const createUmamiWebsites = ({
  websites,
  websitesOf,
  deletions,
}: UmamiWebsitesDeps): UmamiWebsites => {
  const siteOf = async ({ caller, params }: ProductCall): Promise<Website> => {
    const { website: text = '' } = params;
    const found = (await websitesOf(caller.organisation, '')).find(
      ({ id, siteKey, domain }) => siteKey === text || domain === text || String(id) === text,
    );
    if (!found) throw notFound('website');
    return found;
  };

  const list = async ({ caller, query }: ProductCall) => {
    const { page, pageSize, search } = readFields(Joi.object<RangeQuery>(paging), query);
    const all = await websitesOf(caller.organisation, search.toLowerCase());
    const data = all.slice((page - 1) * pageSize, page * pageSize).map(websiteJson);
    return { data, count: all.length, page, pageSize, orderBy: 'domain' };
  };

  const writing: readonly ProductEndpoint[] = [
    {
      method: 'post',
      path: '/api/websites',
      scope: 'websites:write',
      async answer({ caller, body }) {
        const { domain = '' } = readFields(nameAndDomain, body);
        return answered(websiteJson(await websites.create(caller.organisation, { domain })));
      },
    },
    {
      method: 'post',
      path: '/api/websites/:website',
      scope: 'websites:write',
      async answer(call) {
        const website = await siteOf(call);
        const { domain } = readFields(nameAndDomain, call.body);
        if (domain === undefined) return answered(websiteJson(website));
        const { organisation, id } = website;
        return answered(websiteJson(await websites.move(organisation, id, domain)));
      },
    },
    {
      method: 'post',
      path: '/api/websites/:website/reset',
      scope: 'websites:write',
      async answer(call) {
        const { id } = await siteOf(call);
        await deletions.create(call.caller, id, { everything: true });
        return answered({ ok: true });
      },
    },
    {
      method: 'delete',
      path: '/api/websites/:website',
      scope: 'websites:write',
      async answer(call) {
        const { organisation, id } = await siteOf(call);
        await websites.remove(organisation, id);
        return answered({ ok: true });
      },
    },
  ];

  return { siteOf, list, writing };
};
