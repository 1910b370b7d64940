import { ApiError } from '@platform/client';

import { useScriptedClients, website } from './scripted-client.ts';

const clientOf = useScriptedClients();

describe('errors', () => {
  it('reads those of /api/v1', async () => {
    const body = {
      message: 'The domain is taken.',
      status: 422,
      code: 'invalid_parameter',
      errors: { domain: ['The domain is taken.'] },
      request_id: 'req-1',
    };
    const { platform } = await clientOf([{ status: 422, body }]);
    const failed = platform.websites.create({ domain: 'a.example' });
    await expect(failed).rejects.toBeInstanceOf(ApiError);
    await expect(failed).rejects.toMatchObject({
      message: 'The domain is taken.',
      status: 422,
      code: 'invalid_parameter',
      requestId: 'req-1',
      fields: { domain: ['The domain is taken.'] },
    });
  });

  it('reads those of /v1', async () => {
    const details = [
      { field: 'count', message: 'too small' },
      { field: 'count', message: 'odd' },
      { field: 'constructor', message: 'unknown' },
    ];
    const error = { code: 'invalid_parameter', message: 'count is too small', details };
    const { platform } = await clientOf([
      { status: 400, body: { data: null, error, meta: { request_id: 'req-2' } } },
    ]);
    await expect(platform.palettes.create({ base_color: '#fff' })).rejects.toMatchObject({
      code: 'invalid_parameter',
      status: 400,
      requestId: 'req-2',
      fields: { count: ['too small', 'odd'], constructor: ['unknown'] },
    });
  });

  it('copes with a proxy’s error page', async () => {
    const { platform } = await clientOf([
      { status: 404, body: '<html>Not here</html>', headers: { 'X-Request-Id': 'req-3' } },
    ]);
    await expect(platform.websites.show(1)).rejects.toMatchObject({
      code: 'http_404',
      status: 404,
      requestId: 'req-3',
      fields: {},
      message: 'The platform answered 404.',
    });
  });

  it.each([
    [{ errors: ['no such bucket'] }, {}],
    [{ errors: { name: 'is wrong' } }, {}],
    [{ error: 'invalid_token', errors: null }, {}],
    [{ error: { details: { reason: 'x' } } }, {}],
    [{ error: { details: [null, 'x', { field: 'a', message: 'b' }] } }, { a: ['b'] }],
    [{ error: null, meta: null }, {}],
  ])('copes with the errors of another server: %j', async (body, fields) => {
    const { platform, requests } = await clientOf([{ status: 404, body }]);
    await expect(platform.websites.show(1)).rejects.toMatchObject({ status: 404, code: 'http_404', fields });
    expect(requests).toHaveLength(1);
  });

  it('asks whether the address is the platform’s when the answer is not JSON, and does not ask again', async () => {
    const { platform, requests, url } = await clientOf([{ body: '<html>Welcome</html>' }, website]);
    await expect(platform.websites.show(1)).rejects.toMatchObject({
      name: 'PlatformError',
      code: 'unreadable_answer',
      message: `${url}/api/v1/websites/1 answered with something other than JSON. Is this the platform's address?`,
    });
    expect(requests).toHaveLength(1);
  });

  it.each([{ status: 'ok' }, { data: { status: 'ok' } }, []])(
    'asks the same when the answer to a question for a list is %j',
    async (body) => {
      const { platform } = await clientOf([{ body }]);
      for (const list of [platform.websites.list(), platform.palettes.list()])
        await expect(list.all()).rejects.toMatchObject({ code: 'unreadable_answer' });
    },
  );

  it('takes JSON that is cut off for a lost connection, and asks again', async () => {
    const { platform, requests } = await clientOf([{ ...website, half: 'cut' }, website]);
    expect(await platform.websites.show(1)).toMatchObject({ id: 1 });
    expect(requests).toHaveLength(2);
  });
});
