import { notFound } from '@platform/errors';
import {
  created,
  createRouter,
  deleted,
  endpoint,
  integerId,
  managementDialect,
  ok,
  page,
} from '@platform/http';
import type { ApiRouter, Page } from '@platform/http';
import type { Caller, Scope } from '@platform/identity';
import type { ObjectSchema, Schema } from 'joi';

/** Use cases of records that belong to a website: goals, segments, alerts and the like. */
export interface WebsiteRecords<
  Item,
  Body,
  ListQuery = unknown,
  ShowQuery = ListQuery,
  List = readonly Item[],
> {
  /** @throws AppError `invalid` for what the schema can't see, such as a name that is taken */
  create(organisation: string, websiteId: number, body: Body): Promise<Item>;
  list(organisation: string, websiteId: number, query: ListQuery): Promise<List>;
  /** @throws AppError `not_found`, like the next two */
  show(organisation: string, websiteId: number, id: number, query: ShowQuery): Promise<Item>;
  update(organisation: string, websiteId: number, id: number, body: Body): Promise<Item>;
  remove(organisation: string, websiteId: number, id: number): Promise<void>;
}

interface Words {
  readonly summary: string;
  readonly description?: string;
}

export interface WebsiteRecordsOptions<Item, Body, ListQuery, ShowQuery> {
  /** Names the feature in the API reference. */
  readonly tag: { readonly name: string; readonly description: string };
  /** Singular name of a record: `alert`, below `/websites/:id/alerts`. */
  readonly record: string;
  readonly readScope: Scope;
  readonly records: WebsiteRecords<
    Item,
    Body,
    ListQuery,
    ShowQuery,
    readonly Item[] | (Page & { readonly items: readonly Item[] })
  >;
  readonly toJson: (item: Item) => object;
  readonly answer: Schema;
  /** Fields of an answer, at any depth, that nobody sets: a change under `If-Match` is about the others. */
  readonly counted?: readonly string[];
  readonly bodies: { readonly create: ObjectSchema<Body>; readonly update: ObjectSchema<Body> };
  readonly queries?: { readonly list?: ObjectSchema<ListQuery>; readonly show?: ObjectSchema<ShowQuery> };
  readonly words: { readonly list: Words; readonly create: Words; readonly show?: Words };
}

const articleOf = (word: string): string => (/^[aeiou]/.test(word) ? 'an' : 'a');

/** The five endpoints of records below a website; one implementation for all of them. */
export const websiteRecordsRouter = <
  Item extends { readonly id: number },
  Body,
  ListQuery = unknown,
  ShowQuery = ListQuery,
>(
  options: WebsiteRecordsOptions<Item, Body, ListQuery, ShowQuery>,
): ApiRouter => {
  const { tag, record, readScope, records, toJson, answer, bodies, queries = {}, words } = options;
  const { counted = [] } = options;
  const path = `/websites/:id/${record}s`;
  const params = { id: integerId('website') };
  const one = { path: `${path}/:${record}`, params: { ...params, [record]: integerId(record) } };
  const idIn = (values: Readonly<Record<string, number>>): number => {
    const id = values[record];
    if (id === undefined) throw notFound(record);
    return id;
  };
  const versioned = {
    read: async ({ caller, params: { id, ...rest } }: { caller: Caller; params: { id: number } }) =>
      toJson(await records.show(caller.organisation, id, idIn(rest), {} as ShowQuery)),
    volatile: counted,
    isLive: counted.length > 0,
  };
  const aRecord = `${articleOf(record)} ${record}`;
  const writeScope = 'websites:write';
  return createRouter(managementDialect, tag, [
    endpoint({
      method: 'GET',
      path,
      ...words.list,
      scope: readScope,
      params,
      ...(queries.list && { query: queries.list }),
      responses: { 200: { description: `The ${record}s`, kind: 'page', data: answer } },
      handler: async ({ caller, params: { id }, query }) => {
        const found = await records.list(caller.organisation, id, query);
        if ('items' in found) return page({ ...found, items: found.items.map(toJson) });
        const total = found.length;
        return page({ items: found.map(toJson), total, number: 1, perPage: Math.max(total, 1) });
      },
    }),
    endpoint({
      method: 'POST',
      path,
      ...words.create,
      scope: writeScope,
      params,
      body: bodies.create,
      versioned: { volatile: counted, isLive: counted.length > 0 },
      responses: { 201: { description: `The ${record}`, data: answer } },
      handler: async ({ caller, params: { id }, body }) => {
        const item = await records.create(caller.organisation, id, body);
        return created(toJson(item), `/api/v1/websites/${id}/${record}s/${item.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      ...one,
      summary: `Show ${aRecord}`,
      ...words.show,
      scope: readScope,
      ...(queries.show && { query: queries.show }),
      versioned,
      responses: { 200: { description: `The ${record}`, data: answer } },
      handler: async ({ caller, params, query }) =>
        ok(toJson(await records.show(caller.organisation, params.id, idIn(params), query))),
    }),
    endpoint({
      method: ['PUT', 'PATCH'],
      ...one,
      summary: `Update ${aRecord}`,
      scope: writeScope,
      body: bodies.update,
      versioned,
      responses: { 200: { description: `The ${record} as it is now`, data: answer } },
      handler: async ({ caller, params, body }) =>
        ok(toJson(await records.update(caller.organisation, params.id, idIn(params), body))),
    }),
    endpoint({
      method: 'DELETE',
      ...one,
      summary: `Delete ${aRecord}`,
      scope: writeScope,
      versioned,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params }) => {
        await records.remove(caller.organisation, params.id, idIn(params));
        return deleted(idIn(params), record);
      },
    }),
  ]);
};
