import { describeAccess } from './access.ts';
import type { Api } from './api.ts';
import { describePalettes } from './palettes.ts';
import { describeReports } from './reports.ts';
import { startContract } from './start.ts';
import { describeWebsites } from './websites.ts';

let api: Api | undefined;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  ({ api, stop } = await startContract());
}, 60_000);
afterAll(() => stop?.());

const current = (): Api => {
  if (!api) throw new Error('The platform did not start.');
  return api;
};

describeWebsites(current);
describeReports(current);
describePalettes(current);
describeAccess(current);

it('has seen an answer of every operation of the interface', () => {
  const seen = new Set(current().contract.unchecked());
  const operations = [
    'getWebsites',
    'getWebsitesId',
    'postWebsites',
    'putWebsitesId',
    'patchWebsitesId',
    'deleteWebsitesId',
    'getReports',
    'getReportsId',
    'postReports',
    'putReportsId',
    'deleteReportsId',
    'postPalettes',
    'getPalettesId',
    'getPalettesIdContrast',
    'postTokensExport',
    'getTokensIdStatus',
    'postThemes',
    'getWorkspaces',
  ];
  expect(operations.filter((id) => seen.has(id))).toEqual([]);
});
