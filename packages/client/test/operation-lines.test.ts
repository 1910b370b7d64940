import { operationLines } from '../generator/generate.ts';
import type { ApiDocument } from '../generator/operations.ts';

const json = (schema: object) => ({ 200: { content: { 'application/json': { schema } } } });

const documentOf = (operations: Record<string, object>): ApiDocument =>
  ({
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, operation]) => [
        path,
        { get: { operationId: 'a.b', ...operation } },
      ]),
    ),
    components: {
      schemas: { Page: { properties: { data: { type: 'array' } } } },
      parameters: { page: { name: 'page', in: 'query' } },
    },
  }) as unknown as ApiDocument;

const query = (...names: string[]) => names.map((name) => ({ name, in: 'query' }));

describe('operationLines', () => {
  it.each([
    [{ responses: json({ properties: { data: {} } }) }, 'none one'],
    [{ responses: json({ properties: { deleted: {} } }), parameters: query('cascade') }, 'query one'],
    [{ responses: json({ properties: { data: {} } }), requestBody: {} }, 'body one'],
    [
      {
        responses: json({ $ref: '#/components/schemas/Page' }),
        parameters: [{ $ref: '#/components/parameters/page' }],
      },
      'query page',
    ],
    [{ responses: json({ $ref: '#/components/schemas/Page' }) }, 'none one'],
    [
      {
        responses: json({ properties: { data: { properties: { items: {} } } } }),
        parameters: query('cursor'),
      },
      'query cursor',
    ],
    [{ responses: { 200: { content: { 'text/csv': {} } } } }, 'none file'],
    [{ responses: json({ type: 'string' }) }, 'none file'],
    [{ responses: json({}) }, 'none file'],
  ])('reads %j as %s', (operation, kind) => {
    expect(operationLines(documentOf({ '/x/{id}': operation }))).toEqual([['a.b', `GET /x/{id} ${kind}`]]);
  });

  it.each(['with space', 'With.Capital', 'a..b', 'a-b'])('refuses to name a method %s', (operationId) => {
    const document = documentOf({ '/x': { operationId, responses: {} } });
    expect(() => operationLines(document)).toThrow(`GET /x: no method can be called ${operationId}.`);
  });

  it('refuses two operations with one name, and a document that lacks a service', () => {
    const twice = documentOf({ '/x': { responses: {} }, '/y': { responses: {} } });
    expect(() => operationLines(twice)).toThrow('Two operations are called a.b.');
    expect(() => operationLines({ paths: {}, 'x-unavailable': ['reports'] })).toThrow('reports');
  });
});
