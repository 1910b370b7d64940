import { Agent, get } from 'node:http';

import { listen } from '../src/index.ts';

const ask = (port: number, agent: Agent): Promise<{ status: number; connection: string | undefined }> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume();
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection });
      });
    }).on('error', reject);
  });

describe('a draining server', () => {
  it('answers until the time is up, and asks for each connection to be closed', async () => {
    const server = await listen((_request, response) => response.end('ok'), { port: 0, host: '127.0.0.1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ask(server.port, agent)).toEqual({ status: 200, connection: 'keep-alive' });

    const drained = server.drain(300);
    for (let count = 0; count < 5; count += 1)
      expect(await ask(server.port, agent)).toEqual({ status: 200, connection: 'close' });
    await drained;
    await server.close();
    await expect(ask(server.port, agent)).rejects.toThrow('ECONNREFUSED');
  });
});
