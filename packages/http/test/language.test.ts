import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestIdentity } from '@platform/testing';
import type { Express } from 'express';
import Joi from 'joi';
import request from 'supertest';

import {
  createHealth,
  createRouter,
  createServiceApp,
  endpoint,
  managementDialect,
  negotiateLanguage,
  ok,
} from '../src/index.ts';

let bearer: string;
let app: Express;
beforeAll(async () => {
  const identity = await createTestIdentity('things');
  bearer = await identity.bearer();
  app = createServiceApp({
    title: 'Things',
    dialect: managementDialect,
    routers: [
      createRouter(managementDialect, 'Things', [
        endpoint({
          method: 'GET',
          path: '/greeting',
          summary: 'Greet',
          scope: 'websites:read',
          responses: { 200: { description: 'A greeting' } },
          handler: ({ request: sent, response }) => {
            const language = negotiateLanguage(sent, response);
            return Promise.resolve(ok({ language }));
          },
        }),
        endpoint({
          method: 'POST',
          path: '/things',
          summary: 'Make a thing',
          scope: 'websites:write',
          body: Joi.object({
            name: Joi.string().max(5).required(),
            size: Joi.number().integer().min(1).max(9),
            kind: Joi.string().valid('round', 'flat'),
            tags: Joi.array().items(Joi.string()).max(2),
            email: Joi.string().email({ tlds: false }),
          }),
          responses: { 200: { description: 'Made' } },
          handler: () => Promise.resolve(ok({})),
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

const greet = (languages: string | undefined) => {
  const asking = request(app).get('/api/v1/greeting').set('Authorization', bearer);
  return languages === undefined ? asking : asking.set('Accept-Language', languages);
};

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['fr, de;q=0.8, en;q=0.7', 'de'],
  ['en, de;q=0.9', 'en'],
  ['de;q=0', 'en'],
  ['not a header;;;', 'en'],
])('answers Accept-Language %p in %s', async (asked, language) => {
  const { body, headers, status } = await greet(asked);
  expect(status).toBe(200);
  expect(body.data.language).toBe(language);
  expect(headers['content-language']).toBe(language);
  expect(headers['vary']).toContain('Accept-Language');
});

const post = (body: object, language: string) =>
  request(app)
    .post('/api/v1/things')
    .set('Authorization', bearer)
    .set('Accept-Language', language)
    .set('Prefer', 'handling=strict')
    .send(body);

const WRONG = { size: 10, kind: 'blue', tags: ['a', 'b', 'c'], email: 'nobody', more: 1 };

it('says in German what is wrong with each field, by the field’s own name', async () => {
  const { status, body, headers } = await post(WRONG, 'de');
  expect(status).toBe(422);
  expect(headers['content-language']).toBe('de');
  expect(body).toMatchObject({
    message: 'name wird benötigt',
    code: 'invalid_parameter',
    errors: {
      name: ['name wird benötigt'],
      size: ['size darf höchstens 9 sein'],
      kind: ['kind muss eines davon sein: round, flat'],
      tags: ['tags darf höchstens 2 Einträge enthalten'],
      email: ['email muss eine gültige E-Mail-Adresse sein'],
      more: ['more ist nicht bekannt'],
    },
  });
  const { body: tooLong } = await post({ name: 'too long' }, 'de');
  expect(tooLong.errors.name).toEqual(['name darf höchstens 5 Zeichen lang sein']);
});

it('stays English for everybody else', async () => {
  const { body, headers } = await post(WRONG, 'fr');
  expect(headers['content-language']).toBeUndefined();
  expect(body.message).toBe('name is required');
  expect(body.errors.email).toEqual(['email must be a valid email']);
});

it('says in German what is missing, and what may not be done', async () => {
  const missing = await request(app).get('/api/v1/nothing').set('Accept-Language', 'de');
  expect([missing.status, missing.body.message]).toEqual([404, 'Diesen Pfad gibt es nicht.']);
  const nobody = await request(app).get('/api/v1/greeting').set('Accept-Language', 'de');
  expect([nobody.status, nobody.body.message]).toEqual([401, 'Es wird ein gültiger API-Schlüssel benötigt.']);
  const method = await request(app).delete('/api/v1/things').set('Accept-Language', 'de');
  expect([method.status, method.body.message]).toEqual([405, 'Dieser Pfad nimmt POST an.']);
  const json = await request(app)
    .post('/api/v1/things')
    .set('Authorization', bearer)
    .set('Accept-Language', 'de')
    .type('json')
    .send('{');
  expect([json.status, json.body.message]).toEqual([400, 'Der Inhalt ist kein gültiges JSON.']);
});

it('quotes a name that looks like a sentence, and long ones in no time', async () => {
  const name = ' must be one of ['.repeat(25);
  const { status, body } = await post({ name: 'a', [name]: 1 }, 'de');
  expect(status).toBe(422);
  expect(JSON.stringify(body.errors)).toContain('must be one of [');
});
