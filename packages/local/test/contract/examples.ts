import type { Answer, Api, Sent } from './api.ts';
import { findGaps } from './document-gaps.ts';
import type { DescribedDocument, DescribedOperation, DescribedParameter } from './document-gaps.ts';
import { createExampleRecords, exampleBody, succeed } from './example-records.ts';
import type { ExampleRecords, Ids } from './example-records.ts';

interface Case {
  api: Api;
  document: DescribedDocument;
  records: ExampleRecords;
  method: string;
  path: string;
  operation: DescribedOperation;
}

/** The body of a field's example beside that field; undefined removes one. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'CreateWebsite.password': { privacy: 2 },
  'UpdateWebsite.password': { privacy: 2 },
  'CreateReport.password': { privacy: 2 },
  'UpdateReport.password': { privacy: 2 },
  'CreateGoal.threshold': { type: 'scroll' },
  'CreateGoal.property': { type: 'event', pattern: 'order' },
  'CreateGoal.property_value': { type: 'event', pattern: 'order', property: 'plan' },
  'CreateGoal.currency': { type: 'event', pattern: 'order' },
  'UpdateGoal.currency': { type: 'event', pattern: 'order' },
  'UpdateGoal.threshold': { type: 'scroll' },
  'UpdateGoal.property': { type: 'event', pattern: 'order' },
  'UpdateGoal.property_value': { type: 'event', pattern: 'order', property: 'plan' },
  'CreateAlert.hours': { type: 'silence', threshold: undefined },
  'CreateAlert.goal': { type: 'goal' },
  'CreateAlert.period': { type: 'goal', goal: 1 },
  'UpdateAlert.hours': { type: 'silence', threshold: null },
  'UpdateAlert.goal': { type: 'goal' },
  'UpdateAlert.period': { type: 'goal', goal: 1 },
  'CreateExport.theme_id': { palette_id: undefined },
  'RollupQuery.group': { websites: undefined },
  'CreateSite.urls': { url: undefined, max_pages: undefined },
  'CreatePaletteFromImage.url': { image: undefined },
  'SetPaletteColors.version': { colors: undefined },
};

const parametersOf = ({ document, operation }: Case): DescribedParameter[] =>
  operation.parameters
    .map((given) => document.components.parameters[given.$ref?.split('/').at(-1) ?? ''] ?? given)
    .filter((parameter) => parameter.in === 'query');

/** Values of parameters that name a record, or that only an answer can give. */
const realValue = async (test: Case, name: string, example: unknown): Promise<string | undefined> => {
  const { api, records } = test;
  if (name === 'cursor') return undefined;
  if (name === 'palette_id' || name === 'workspace_id')
    return String((await records.make(name === 'palette_id' ? '/v1/palettes' : '/v1/workspaces'))['id']);
  if (name === 'org_id') {
    const { body } = await api.send('GET', '/v1/workspaces');
    return String((body as { data: { items: { org_id: string }[] } }).data.items[0]?.org_id);
  }
  if (name === 'websites') return String((await records.make('/api/v1/websites'))['id']);
  if (name === 'site_id') return String((await records.make('/api/v1/websites'))['domain']);
  return String(example);
};

/** Does what a record needs before a request about it can succeed. */
const prepare = async ({ api, document, method, path }: Case, real: string): Promise<void> => {
  if (path.endsWith('/server-key') && method === 'delete')
    succeed(`making ${real}`, await api.send('POST', real));
  if (!path.endsWith('/diff') || path.includes('runs')) return;
  const record = real.slice(0, real.lastIndexOf('/'));
  const isPalette = path.startsWith('/v1/palettes');
  const regenerate = document.paths['/v1/palettes/{id}/regenerate']?.['post'];
  const json = isPalette
    ? regenerate && exampleBody(regenerate)
    : { tokens: { color: { $type: 'color', accent: { $value: '#dc2626' } } } };
  succeed(
    `changing ${record}`,
    await (isPalette
      ? api.send('POST', `${record}/regenerate`, { json })
      : api.send('PATCH', record, { json })),
  );
};

type Values = Record<string, unknown>;

/** Values that only exist once the path's own records do. */
const withOwnRecords = async (test: Case, ids: Ids, real: string, values: Values): Promise<Values> => {
  const { api, records, method, path } = test;
  const own = { ...values };
  for (const [name, collection] of [
    ['goal', '/api/v1/websites/{id}/goals'],
    ['segment', '/api/v1/websites/{id}/segments'],
  ] as const)
    if (own[name] !== undefined) own[name] = (await records.make(collection, ids))['id'];
  if (own['group'] !== undefined) own['group'] = (await records.make('/api/v1/groups'))['id'];
  if (own['visit'] !== undefined && path.includes('/bots'))
    Object.assign(own, await records.visitOf(`/api/v1/websites/${ids['id'] ?? ''}`));
  if (own['against'] !== undefined) own['against'] = ids['run'];
  if (path.startsWith('/api/v1/sites/{id}')) {
    const { data } = (await api.send('GET', `/api/v1/sites/${ids['id'] ?? ''}`)).body as { data: Values };
    for (const name of ['crawl', 'to']) if (own[name] !== undefined) own[name] = data['crawl_id'];
    if (own['from'] !== undefined) own['from'] = ids['id'];
  }
  // Fixed fields may be sent along unchanged.
  const isUpdate = method === 'put' || method === 'patch';
  if (
    isUpdate &&
    (own['domain'] !== undefined || (own['url'] !== undefined && path.endsWith('/reports/{id}')))
  ) {
    const { data } = (await api.send('GET', real)).body as { data: Values };
    for (const name of ['domain', 'url']) if (own[name] !== undefined) own[name] = data[name];
  }
  return own;
};

const send = async (test: Case, query: Record<string, string>, json: Values | undefined): Promise<Answer> => {
  const { api, records, method, path } = test;
  const ids = await records.idsFor(path);
  const real = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
  await prepare(test, real);
  const own = await withOwnRecords(test, ids, real, query);
  const search = new URLSearchParams(own as Record<string, string>).toString();
  const sent: Sent = json === undefined ? {} : { json: await withOwnRecords(test, ids, real, json) };
  // A key that revokes itself is not the one that asks everything else.
  if (test.operation.operationId === 'keys.revokeSelf') sent.key = await api.keyWith(['stats:read']);
  return api.send(method.toUpperCase(), search === '' ? real : `${real}?${search}`, sent);
};

const failureOf = async (what: string, work: () => Promise<Answer>): Promise<string[]> => {
  try {
    succeed(what, await work());
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
};

/**
 * `against` is needed as long as a report has a single run, and websites are to be named where there
 * are very many, as there are here.
 */
const isNeeded = ({ operation }: Case, { name, required }: DescribedParameter): boolean =>
  required === true ||
  (operation.operationId === 'reports.runs.diff' && name === 'against') ||
  (operation.operationId === 'stats.rollupRealtime' && name === 'websites');

const requiredQuery = async (test: Case): Promise<Record<string, string>> => {
  const query: Record<string, string> = {};
  for (const parameter of parametersOf(test)) {
    const { name, example } = parameter;
    if (isNeeded(test, parameter)) query[name] = (await realValue(test, name, example)) ?? '';
  }
  return query;
};

/** Sends an operation's example, then each parameter's and field's, with what is needed. */
const runExamples = async (test: Case): Promise<string[]> => {
  const { operation, document, records } = test;
  const id = operation.operationId;
  const needed = await requiredQuery(test);
  const body = exampleBody(operation);
  const filled = async (own: Record<string, unknown> | undefined) =>
    own === undefined ? undefined : records.fill(own, test.path);
  const failures = await failureOf(id, async () => send(test, needed, await filled(body)));
  for (const { name, example } of parametersOf(test)) {
    const value = await realValue(test, name, example);
    if (value === undefined) continue;
    const { websites: _, ...others } = needed;
    // A group names the websites.
    const beside = name === 'group' ? others : needed;
    const work = async () => send(test, { ...beside, [name]: value }, await filled(body));
    failures.push(...(await failureOf(`${id} ?${name}`, work)));
  }
  const schema = operation.requestBody?.content['application/json']?.schema;
  const component = schema?.$ref?.split('/').at(-1) ?? '';
  const { properties = {} } = document.components.schemas[component] ?? {};
  for (const [name, field] of Object.entries(properties)) {
    const [example] = field.examples ?? [];
    if (example === undefined || Object.hasOwn(body ?? {}, name)) continue;
    const own = { ...body, ...BESIDE[`${component}.${name}`], [name]: example };
    failures.push(...(await failureOf(`${id} {${name}}`, async () => send(test, needed, await filled(own)))));
  }
  return failures;
};

/** Operations about somebody's account, which keys have none of. */
const OF_MEMBERS = /^(?:account\.|members\.resetLink$)/;

/** Operations about what a browser saw; `services/reports/test/looks` has them. */
const OF_RENDERINGS = /^reports\.looks$/;

/**
 * Makes the requests of the document's examples, with separate records.
 * @param wanted leaves operations out, by their method
 * @returns what did not succeed
 */
export const tryExamples = async (
  api: Api,
  wanted: (method: string) => boolean = () => true,
): Promise<string[]> => {
  const document = api.document as DescribedDocument;
  const records = createExampleRecords(api, document);
  const failures: string[] = [];
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations))
      if (
        wanted(method) &&
        !OF_MEMBERS.test(operation.operationId) &&
        !OF_RENDERINGS.test(operation.operationId)
      )
        failures.push(
          ...(await runExamples({ api, document, records, method, path, operation }).catch(
            (error: unknown) => [`${operation.operationId}: ${String(error)}`],
          )),
        );
  return failures;
};

/** Holds the document to its word: everything has a description and an example, and examples work. */
export const describeExamples = (current: () => Api): void => {
  describe('the examples of the document', () => {
    const document = (): DescribedDocument => current().document as DescribedDocument;

    it('are there for every parameter and field, as are descriptions', () => {
      expect(findGaps(document())).toEqual([]);
    });

    it('work, every one of them', async () => {
      expect(await tryExamples(current())).toEqual([]);
    });
  });
};
