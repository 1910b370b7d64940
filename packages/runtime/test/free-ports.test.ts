import { freePorts, listen } from '../src/index.ts';

it('finds distinct ports to listen on, outside the range of outgoing connections', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) {
    expect(port).toBeLessThan(32_768);
    const server = await listen(() => undefined, { port, host: '127.0.0.1' });
    expect(server.port).toBe(port);
    await server.close();
  }
});

it('promises no port twice while nobody listens on it yet', async () => {
  const promised = [];
  for (let count = 0; count < 20; count += 1) promised.push(...(await freePorts(8)));
  expect(new Set(promised).size).toBe(160);
});
