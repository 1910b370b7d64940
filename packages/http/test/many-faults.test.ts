import { invalid } from '@platform/errors';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestIdentity } from '@platform/testing';
import type { Express } from 'express';
import Joi from 'joi';
import request from 'supertest';

import { createHealth, createRouter, createServiceApp, endpoint, envelopeDialect, ok } from '../src/index.ts';

interface Detail {
  field: string;
  message: string;
}

const named = (field: string) => ({ field, message: `${field} is wrong` });
const several = (count: number, name = 'f') => Array.from({ length: count }, (_, n) => named(`${name}${n}`));

let app: Express;
let bearer: string;
beforeAll(async () => {
  const identity = await createTestIdentity('things');
  bearer = await identity.bearer();
  app = createServiceApp({
    title: 'Things',
    dialect: envelopeDialect,
    routers: [
      createRouter(envelopeDialect, 'Things', [
        endpoint({
          method: 'POST',
          path: '/things',
          summary: 'Make a thing',
          scope: 'websites:write',
          body: Joi.object({
            value: Joi.number().required(),
            later: Joi.any(),
            names: Joi.object().pattern(Joi.string().max(10), Joi.number()),
            any: Joi.any(),
          }),
          furtherFaults: ({ body }) => Promise.resolve(several((body as { later?: number }).later ?? 0)),
          responses: { 200: { description: 'Made' } },
          handler: ({ body }) => {
            const { later } = body as { later?: number };
            if (later !== undefined) throw invalid(several(later));
            return Promise.resolve(ok({}));
          },
        }),
      ]),
    ],
    identity: identity.verifier,
    logger: silentLogger(),
    metrics: createMetrics({ service: 'things', withProcess: false }),
    health: createHealth({}),
    trustProxy: 0,
  });
});

const refuse = async (body: string | object): Promise<Detail[]> => {
  const answer = await request(app)
    .post('/v1/things')
    .set('Authorization', bearer)
    .set('Content-Type', 'application/json')
    .send(body)
    .expect(400);
  return answer.body.error.details;
};

const valueFault = { field: 'value', message: 'value must be a number' };

it('names a hundred faults', async () => {
  expect(await refuse({ value: 'x', later: 99 })).toEqual([valueFault, ...several(99)]);
});

it('names the first hundred of more faults, and says how many more there are', async () => {
  const rest = (count: string) => ({ field: 'request', message: `request has ${count} more faults` });
  expect(await refuse({ value: 'x', later: 101 })).toEqual([valueFault, ...several(99), rest('2')]);
  expect(await refuse({ value: 'x', later: 5_099 })).toEqual([valueFault, ...several(99), rest('5,000')]);
  expect(await refuse({ value: 1, later: 102 })).toEqual([...several(100), rest('2')]);
  const [, ...details] = await refuse({
    value: 'x',
    names: Object.fromEntries(several(150).map(({ field }) => [field, 'x'])),
  });
  expect([details.length, details.at(-1)]).toEqual([100, rest('51')]);
});

it('cuts the names of fields and what is said of them', async () => {
  const long = 'é😀'.repeat(7_000);
  const details = await refuse(`{"value": 1, "any": {"${long}": {"${long}": "\\u0000"}}}`);
  expect(details).toHaveLength(1);
  const { field, message } = details[0] as Detail;
  expect(field.startsWith('any.é😀é😀')).toBe(true);
  expect(field.length).toBeLessThanOrEqual(500);
  expect(message.length).toBeLessThanOrEqual(2_000);
  expect([field.isWellFormed(), message.isWellFormed(), field.endsWith('…')]).toEqual([true, true, true]);
});

it('does not repeat a long name for each of many faults in it', async () => {
  const inside = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`k${n}`, '\0']));
  const details = await refuse({ value: 1, any: { ['x'.repeat(30_000)]: inside } });
  expect(details).toHaveLength(101);
  expect(details.at(-1)?.message).toBe('request has 2,900 more faults');
  expect(JSON.stringify(details).length).toBeLessThan(200_000);
});
