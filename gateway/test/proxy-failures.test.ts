import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { eventually, freePort } from '@platform/testing';
import request from 'supertest';

import type { WayName } from '../src/forwarding/target.ts';
import { bearer, startService } from './harness.ts';
import type { Gateway } from './harness.ts';
import { readAll, useProxy } from './proxy-harness.ts';

describe.each<WayName>(['pooled', 'streaming'])('over the %s way', (way) => {
  const { testbed, key, service, gateway, letGo } = useProxy(way);

  describe('a service in trouble', () => {
    const dialects = [
      ['/v1/palettes', 'envelope'],
      ['/api/v1/websites', 'management'],
    ] as const;

    const expectFault = (answer: request.Response, status: number, code: string, dialect: string): void => {
      expect(answer.status).toBe(status);
      const id = answer.headers['x-request-id'];
      if (dialect === 'envelope')
        expect(answer.body).toMatchObject({ data: null, error: { code }, meta: { request_id: id } });
      else expect(answer.body).toEqual({ message: expect.any(String), code, status, request_id: id });
    };

    it.each(dialects)('that is down is 503 with Retry-After: %s', async (path, dialect) => {
      const down = await testbed().gateway();
      const answer = await request(down.url).get(path).set(bearer(key()));
      expectFault(answer, 503, 'service_unavailable', dialect);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      const posted = await request(down.url)
        .post(path)
        .set(bearer(key()))
        .send({ name: 'x'.repeat(50_000) });
      expectFault(posted, 503, 'service_unavailable', dialect);
    });

    it('does not affect the others, and is used again soon after it returns', async () => {
      const port = await freePort();
      const partly = await testbed().gateway({
        targets: { analytics: service().url, reports: service().url, palette: `http://127.0.0.1:${port}` },
      });
      await request(partly.url).get('/v1/palettes').set(bearer(key())).expect(503);
      await request(partly.url).get('/api/v1/websites').set(bearer(key())).expect(200);
      const late = await startService(undefined, port);
      // On a busy machine a refused connection can look like a hanging one, after which the gateway
      // pauses.
      await eventually(() => request(partly.url).get('/v1/palettes').set(bearer(key())).expect(200));
      await late.close();
    });

    it.each(dialects)('that is too slow is 504: %s', async (path, dialect) => {
      // Only this gateway is impatient: on a busy machine, any request takes longer than that now and then.
      const impatient = await testbed().gateway({
        targets: { analytics: service().url, reports: service().url, palette: service().url },
        upstreamTimeoutMilliseconds: 400,
      });
      const answer = await request(impatient.url).get(`${path}/slow`).set(bearer(key()));
      expectFault(answer, 504, 'gateway_timeout', dialect);
    });

    it.each(dialects)('that hangs up is 502: %s', async (path, dialect) => {
      const answer = await request(gateway().url).post(`${path}/break`).set(bearer(key()));
      expectFault(answer, 502, 'bad_gateway', dialect);
    });

    it('that speaks another protocol is 502', async () => {
      const server = createServer((socket) => socket.resume().end('SSH-2.0-OpenSSH_9.2\r\n'));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const odd = await testbed().gateway({ targets: { analytics: url, reports: url, palette: url } });
      // A busy machine connects so late that the service seems away.
      await eventually(() => request(odd.url).get('/v1/palettes').set(bearer(key())).expect(502));
      server.close();
    });

    it('that sends longer headers than anybody reads is 502, and no worse for it', async () => {
      const long = await startService((_incoming, response) => {
        response.setHeader('Link', '<x>, '.repeat(5_000)).end('{}');
      });
      const before = await testbed().gateway({ targets: { palette: long.url } });
      for (let round = 0; round < 4; round += 1) {
        const answer = await request(before.url).get('/v1/palettes').set(bearer(key()));
        expectFault(answer, 502, 'bad_gateway', 'envelope');
      }
      const operator = await testbed().issue({ scopes: ['*', 'operators:read'] });
      const { body } = await request(before.url).get('/v1/status').set(bearer(operator.text));
      expect(body.data.instances).toContainEqual(
        expect.objectContaining({ area: 'palette', circuit: 'closed' }),
      );
      await long.close();
    });

    it('that hangs up in the middle of an answer truncates it for the client too', async () => {
      const outgoing = httpRequest(`${gateway().url}/v1/tokens/x/break-later`, { headers: bearer(key()) });
      outgoing.end();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      const reading = readAll(response);
      await Promise.all([expect(reading).rejects.toThrow('aborted'), letGo()]);
    });

    it('that restarts causes no failures on old connections', async () => {
      const port = await freePort();
      let current = await startService(undefined, port);
      const url = current.url;
      const before = await testbed().gateway({ targets: { analytics: url, reports: url, palette: url } });
      const ask = () => request(before.url).get('/v1/palettes').set(bearer(key()));
      await Promise.all(Array.from({ length: 5 }, ask));
      await current.close();
      current = await startService(undefined, port);
      const answers = await Promise.all(Array.from({ length: 5 }, ask));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      await current.close();
    });

    it('that drops an idle connection is retried on a new one', async () => {
      let requests = 0;
      const flaky = await startService((incoming, response) => {
        requests += 1;
        if (requests === 2) incoming.socket.destroy();
        else response.end('ok');
      });
      const other = await testbed().gateway({
        targets: { analytics: flaky.url, reports: flaky.url, palette: flaky.url },
      });
      const ask = (method: 'get' | 'post') => request(other.url)[method]('/v1/palettes').set(bearer(key()));
      await ask('get').expect(200);
      await ask('get').expect(200);
      expect(requests).toBe(3);
      requests = 1;
      // A POST is not repeated: nobody knows whether it arrived.
      await ask('post').expect(502);
      expect(requests).toBe(2);
      await flaky.close();
    });
  });

  describe('a request that is sent again', () => {
    it('keeps its headers, whatever their values', async () => {
      const well = await startService();
      const target = `http://127.0.0.1:1, ${well.url}`;
      const two = await testbed().gateway({
        targets: { analytics: target, reports: target, palette: target },
      });
      const hostile = { 'User-Agent': 'x-timeout-ms', 'Accept-Language': 'de' };
      // Some of them meet the instance that is away first.
      await eventually(async () => {
        await request(two.url).get('/v1/palettes').set(bearer(key())).set(hostile).expect(200);
        const metrics = await two.metrics.metrics();
        if (!/gateway_upstream_circuit\{[^}]*\} 2/.test(metrics)) throw new Error('none was sent again yet');
      });
      // Not the gateway's own, which ask how an instance is.
      const passedOn = well.seen.filter(({ url }) => url === '/v1/palettes');
      expect(passedOn).not.toEqual([]);
      const names = [...new Set(passedOn.flatMap(({ headers }) => Object.keys(headers)))];
      expect(names.filter((name) => /^\d+$/.test(name))).toEqual([]);
      for (const { headers } of passedOn) {
        expect(headers).toMatchObject({ 'user-agent': 'x-timeout-ms', 'accept-language': 'de' });
        expect(Number(headers['x-timeout-ms'])).toBeGreaterThan(0);
      }
      await well.close();
    });
  });

  describe('a client in trouble', () => {
    const faults = async (from: Gateway): Promise<string> => {
      const lines = (await from.metrics.metrics()).split('\n');
      return lines.filter((line) => line.startsWith('gateway_upstream_faults_total{')).join('\n');
    };

    it('that stops in the middle of a body is told so, and the service is not blamed', async () => {
      const outgoing = httpRequest(`${gateway().url}/api/v1/events`, {
        method: 'POST',
        headers: { ...bearer(key()), 'content-length': '1000' },
      });
      outgoing.on('error', () => undefined);
      outgoing.write('half');
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      const { status, body } = await readAll(response);
      expect(status).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ message: expect.stringContaining('too long'), status: 400 });
      outgoing.destroy();
    });

    it('that disconnects does not count as an error of the service', async () => {
      const own = await testbed().gateway({
        targets: { analytics: service().url, reports: service().url, palette: service().url },
      });
      const before = service().seen.length;
      const outgoing = httpRequest(`${own.url}/v1/palettes/slow`, { headers: bearer(key()) });
      outgoing.on('error', () => undefined);
      outgoing.end();
      await eventually(() => {
        expect(service().seen.length).toBeGreaterThan(before);
      });
      outgoing.destroy();
      const broken = request(own.url).get('/v1/palettes/break-later').set(bearer(key()));
      await Promise.all([broken.catch(() => undefined), letGo()]);
      await eventually(async () => {
        expect(await faults(own)).toMatch(/area="palette",kind="bad_gateway".* 1$/);
      });
      const late = await testbed().gateway({
        targets: { analytics: service().url, reports: service().url, palette: service().url },
        upstreamTimeoutMilliseconds: 100,
      });
      await request(late.url).get('/v1/palettes/slow').set(bearer(key())).expect(504);
      expect(await faults(late)).toMatch(/^.*area="palette",kind="gateway_timeout".* 1$/);
    });
  });

  describe('shutdown', () => {
    it('waits for answers in flight and reports not ready meanwhile', async () => {
      const ending = await testbed().gateway({
        targets: { analytics: service().url, reports: service().url, palette: service().url },
      });
      await request(ending.url).get('/health/ready').expect(200);
      const pending = request(ending.url)
        .get('/api/v1/stats/1/stream')
        .set(bearer(key()))
        .buffer(true)
        .parse((response, done) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => {
            done(null, text);
          });
        });
      const answer = pending.then((response) => response.body as string);
      await eventually(() => {
        expect(service().seen.map(({ url }) => url)).toContain('/api/v1/stats/1/stream');
      });
      ending.health.drain();
      await request(ending.url).get('/health/ready').expect(503);
      await request(ending.url).get('/health/live').expect(200);
      const closing = ending.close();
      await letGo();
      expect(await answer).toBe('data: first\n\ndata: last\n\n');
      await closing;
      await expect(request(ending.url).get('/health/live')).rejects.toThrow('ECONNREFUSED');
    });
  });
});
