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
  envelopeDialect,
  managementDialect,
  ok,
} from '../src/index.ts';
import type { Dialect } from '../src/index.ts';

let bearer: string;
let management: Express;
let envelope: Express;

const shade = Joi.object({ tone: Joi.string().valid('very_light', 'DARK') });
const body = Joi.object({
  name: Joi.string().required(),
  privacy: Joi.number().valid(0, 1, 2).default(1),
  notes: Joi.string().allow('', null),
  harmony: Joi.string().valid('split_complementary', 'triadic'),
  ratio: Joi.string().valid('AA', 'AA-large'),
  by: Joi.alternatives(Joi.string().valid('time:day'), Joi.string().pattern(/^prop:/)),
  shades: Joi.array().items(shade),
});
const query = Joi.object({
  per_page: Joi.number().valid(10, 25).default(10),
  sort: Joi.string().valid('asc', 'desc').default('desc'),
  search: Joi.string().allow(''),
});

beforeAll(async () => {
  const identity = await createTestIdentity('things');
  bearer = await identity.bearer();
  const appIn = (dialect: Dialect): Express =>
    createServiceApp({
      title: 'Things',
      dialect,
      routers: [
        createRouter(dialect, 'Things', [
          endpoint({
            method: 'POST',
            path: '/things',
            summary: 'Make a thing',
            scope: 'websites:write',
            query,
            body,
            responses: { 200: { description: 'Made' } },
            handler: (input) =>
              Promise.resolve(
                ok({ body: input.body, query: input.query }, { 'Preference-Applied': 'respond-async' }),
              ),
          }),
          endpoint({
            method: 'GET',
            path: '/things',
            summary: 'Nothing to ask for',
            scope: 'websites:read',
            responses: { 200: { description: 'Nothing' } },
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
  management = appIn(managementDialect);
  envelope = appIn(envelopeDialect);
});

const postForm = (form: string, search = '') =>
  request(management).post(`/api/v1/things${search}`).set('Authorization', bearer).type('form').send(form);
const postJson = (json: object) =>
  request(envelope).post('/v1/things').set('Authorization', bearer).type('json').send(json);

describe('an unknown field', () => {
  it('is left out and named, in body and query', async () => {
    const { body: answer } = await postForm('name=a&foo=1', '?_=1&bar=2').expect(200);
    expect(answer.data.body).toEqual({ name: 'a', privacy: 1 });
    expect(answer.ignored).toEqual(['_', 'bar', 'foo']);
  });

  it('is named with its path when nested', async () => {
    const { body: answer } = await postJson({ name: 'a', shades: [{ x: 1 }, { y: { z: 1 } }] }).expect(200);
    expect(answer.data.body.shades).toEqual([{}, {}]);
    expect(answer.meta.ignored).toEqual(['shades.0.x', 'shades.1.y']);
  });

  it('is ignored even where there are no parameters at all', async () => {
    const { body: answer } = await request(management)
      .get('/api/v1/things?_=1')
      .set('Authorization', bearer)
      .expect(200);
    expect(answer).toEqual({ data: {}, status: 200, ignored: ['_'] });
  });

  it('neither hides other faults nor counts as one', async () => {
    const { body: answer } = await postForm('privacy=7&foo=1').expect(422);
    expect(answer.errors).toEqual({
      name: ['name is required'],
      privacy: ['privacy must be one of [0, 1, 2]'],
    });
  });

  it('is not mentioned when there is none', async () => {
    expect((await postForm('name=a').expect(200)).body).not.toHaveProperty('ignored');
    expect((await postJson({ name: 'a' }).expect(200)).body.meta).not.toHaveProperty('ignored');
  });

  it('is one of at most 50 that are listed as ignored', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, index]));
    const { body: answer } = await postJson({ name: 'a', ...many }).expect(200);
    expect(answer.meta.ignored).toHaveLength(50);
  });
});

describe('Prefer', () => {
  it('handling=strict refuses unknown fields by name, and confirms that it was applied', async () => {
    const { body: answer, headers } = await postForm('name=a&foo=1')
      .set('Prefer', 'Handling="strict"')
      .expect(422);
    expect(answer.errors).toEqual({ foo: ['foo is not allowed'] });
    expect(headers['preference-applied']).toBe('handling=strict');
    const made = await postJson({ name: 'a' }).set('Prefer', 'respond-async, handling=strict').expect(200);
    expect(made.headers['preference-applied']).toBe('handling=strict, respond-async');
  });

  it('handling=lenient is the default, and other preferences are ignored', async () => {
    const lenient = await postForm('name=a&foo=1').set('Prefer', 'handling=lenient').expect(200);
    expect(lenient.headers['preference-applied']).toBe('handling=lenient, respond-async');
    const other = await postForm('name=a&foo=1').set('Prefer', 'handling=loose').expect(200);
    expect(other.headers['preference-applied']).toBe('respond-async');
  });
});

describe('an empty value', () => {
  it('counts as not given, in a query, a form and JSON', async () => {
    const form = await postForm('name=a&privacy=&harmony=', '?per_page=&sort=&search=').expect(200);
    expect(form.body.data).toEqual({
      body: { name: 'a', privacy: 1 },
      query: { per_page: 10, sort: 'desc' },
    });
    const json = await postJson({ name: 'a', harmony: '' }).expect(200);
    expect(json.body.data.body).toEqual({ name: 'a', privacy: 1 });
  });

  it('clears a text that may be empty', async () => {
    expect((await postForm('name=a&notes=').expect(200)).body.data.body.notes).toBe('');
  });

  it('counts as missing where a value is required', async () => {
    expect((await postForm('name=').expect(422)).body.errors).toEqual({ name: ['name is required'] });
  });
});

describe('a value of an enumeration', () => {
  it('may be written in any case and with hyphens for underscores', async () => {
    const { body: answer } = await postForm('name=a&harmony=Split-Complementary&ratio=aa_large', '?sort=ASC');
    expect(answer.data.body).toMatchObject({ harmony: 'split_complementary', ratio: 'AA-large' });
    expect(answer.data.query.sort).toBe('asc');
  });

  it('may be written so in lists and alternatives, too', async () => {
    const shades = [{ tone: 'Very-Light' }, { tone: 'dark' }];
    const { body: answer } = await postJson({ name: 'a', by: 'Time:Day', shades }).expect(200);
    expect(answer.data.body).toMatchObject({
      by: 'time:day',
      shades: [{ tone: 'very_light' }, { tone: 'DARK' }],
    });
  });

  it('is refused by name if nothing similar exists', async () => {
    const { body: answer } = await postForm('name=a&harmony=square').expect(422);
    expect(answer.errors.harmony).toEqual(['harmony must be one of [split_complementary, triadic]']);
  });

  it('keeps JSON’s types: "1" is not a number', async () => {
    await postJson({ name: 'a', privacy: '1' }).expect(400);
  });
});
