import { request } from 'node:http';

import { listen } from '../src/index.ts';

describe('listen', () => {
  it('names the port that is taken', async () => {
    const first = await listen((_, response) => response.end('ok'), { port: 0, host: '127.0.0.1' });
    await expect(listen(() => undefined, { port: first.port, host: '127.0.0.1' })).rejects.toThrow(
      `Port ${first.port} is in use`,
    );
    await first.close();
  });

  it.each(['203.0.113.1', 'no-such-host.invalid'])('names the setting of the host %s', async (host) => {
    await expect(listen(() => undefined, { port: 0, host })).rejects.toThrow(`HOST is ${host}`);
  });

  it('finishes requests in flight before it closes', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const server = await listen(
      (_, response) => {
        arrived.resolve(() => response.end('done'));
      },
      { port: 0, host: '127.0.0.1' },
    );
    const answer = new Promise<string>((resolve, reject) => {
      request({ port: server.port, host: '127.0.0.1' }, (response) => {
        response.setEncoding('utf8').on('data', resolve);
      })
        .on('error', reject)
        .end();
    });
    const finish = await arrived.promise;
    const happened: string[] = [];
    const closing = server.close().then(() => happened.push('closed'));
    finish();
    happened.push('finished');
    await closing;
    expect([happened, await answer]).toEqual([['finished', 'closed'], 'done']);
    await expect(server.close()).resolves.toBeUndefined();
  });
});
