import { describeAccess } from './access.ts';
import type { Api } from './api.ts';
import { describeExamples } from './examples.ts';
import { lintWithRedocly, lintWithSpectral } from './lint-document.ts';
import { describeLinks } from './links.ts';
import { describeMcp } from './mcp.ts';
import { describePalettes } from './palettes.ts';
import { describeReports } from './reports.ts';
import { startContract } from './start.ts';
import { describeWebsites } from './websites.ts';

interface Operation {
  operationId: string;
  responses: Record<string, { $ref?: string; description?: string }>;
}

/** Words that are no names in JavaScript, Python or PHP. */
const RESERVED_WORDS = new Set(
  'class def default delete export for from function global if import in is new not or pass return while with'.split(
    ' ',
  ),
);

let api: Api | undefined;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  ({ api, stop } = await startContract());
});
afterAll(() => stop?.());

const current = (): Api => {
  if (!api) throw new Error('The platform did not start.');
  return api;
};

describeWebsites(current);
describeReports(current);
describePalettes(current);
describeAccess(current);
describeLinks(current);
describeMcp(current);
describeExamples(current);

describe('the merged document', () => {
  it('passes the Redocly and Spectral linters', async () => {
    const { document } = current();
    expect(await lintWithRedocly(document)).toEqual([]);
    expect(await lintWithSpectral(document)).toEqual([]);
  });

  it('has names that generators can use, and types of integers', () => {
    const { paths, components } = current().document as unknown as {
      paths: Record<string, Record<string, object>>;
      components: object;
    };
    const names = Object.keys(paths).flatMap((path) =>
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
    expect(names.filter((name = '') => RESERVED_WORDS.has(name))).toEqual([]);
    const enums = [...JSON.stringify([paths, components]).matchAll(/\{"type":"number","enum":\[[^\]]*\]/g)];
    expect(enums.map(([text]) => text)).toEqual([]);
  });

  it('gives each operation a unique id that is no prefix of another, and describes all its answers', () => {
    const paths = Object.values(current().document.paths as Record<string, Record<string, Operation>>);
    const operations = paths.flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => ids.some((other) => other.startsWith(`${id}.`)))).toEqual([]);
    const answers = operations.flatMap(({ responses }) => Object.values(responses));
    const { components } = current().document as unknown as {
      components: { responses: Record<string, { description: string }> };
    };
    const aboutOf = ({ $ref, description }: { $ref?: string; description?: string }): string =>
      description ?? components.responses[$ref?.split('/').at(-1) ?? '']?.description ?? '';
    expect(answers.filter((answer) => aboutOf(answer).length < 2)).toEqual([]);
    for (const [name, { description }] of Object.entries(components.responses))
      expect({ name, isTooLarge: /`payload_too_large`/.test(description) }).toEqual({
        name,
        isTooLarge: name.endsWith('PayloadTooLarge'),
      });
  });
});

it('has seen an answer of every operation of the interface', () => {
  const seen = new Set(current().contract.unchecked());
  const operations = [
    'websites.list',
    'websites.show',
    'websites.create',
    'websites.replace',
    'websites.update',
    'websites.delete',
    'reports.list',
    'reports.show',
    'reports.create',
    'reports.update',
    'reports.delete',
    'palettes.create',
    'palettes.show',
    'palettes.contrast',
    'tokens.export',
    'tokens.status',
    'themes.create',
    'workspaces.list',
  ];
  expect(operations.filter((id) => seen.has(id))).toEqual([]);
});
