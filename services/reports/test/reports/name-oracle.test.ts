import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

const ADDRESSES: Readonly<Record<string, string[]>> = {
  'private.example': ['10.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'loopback.example': ['127.0.0.2'],
  'both.example': ['127.0.0.1', '10.0.0.1'],
  'six.example': ['fd00::1'],
};

describe('what a report tells of names', () => {
  let database: TestDatabase;
  let service: TestService;
  let site: LoopbackSite;
  let api: TestClient;
  beforeAll(async () => {
    site = await startSite((incoming, response) => {
      const name = /^\/to\/(.+)$/.exec(incoming.url ?? '')?.[1];
      if (name !== undefined) response.writeHead(302, { location: `http://${name}/` }).end();
    });
    database = await openTestDatabase();
    service = await startService(database, {
      resultWaitSeconds: 60,
      resolveHost: (name) => {
        const found = ADDRESSES[name];
        return found === undefined ? Promise.reject(new Error('unknown')) : Promise.resolve(found);
      },
    });
    api = await service.client('org_a');
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
    await site.close();
  });

  const answerTo = async (url: string) => {
    const { status, body } = await api.post('/reports', { url });
    const { error, error_message: sentence, status: state } = body.data;
    return { status, state, error, sentence };
  };

  it.each(Object.keys(ADDRESSES))(
    'is the same for %s, which leads inside, as for an unknown one',
    async (name) => {
      const unknown = await answerTo('http://nowhere.example/');
      expect(unknown).toEqual({
        status: 201,
        state: 'failed',
        error: 'unreachable',
        sentence: expect.stringMatching(/\.$/),
      });
      expect(await answerTo(`http://${name}/`)).toEqual(unknown);
    },
  );

  it('is the same behind a redirect', async () => {
    const unknown = await answerTo(`${site.origin}/to/nowhere.example`);
    expect(unknown).toMatchObject({ status: 201, state: 'failed', error: 'unreachable' });
    for (const name of ['private.example', 'metadata.example'])
      expect(await answerTo(`${site.origin}/to/${name}`)).toEqual(unknown);
  });
});
