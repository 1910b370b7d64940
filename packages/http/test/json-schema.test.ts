import Joi from 'joi';

import { createSchemaComponents, toJsonSchema } from '../src/openapi/to-json-schema.ts';

it('has a pattern as it is checked, and none that ignores case', () => {
  const published = (pattern: RegExp): unknown =>
    toJsonSchema(Joi.string().pattern(pattern), createSchemaComponents(), true).schema;
  expect(published(/^[A-Za-z]{3}$/)).toMatchObject({ type: 'string', pattern: '^[A-Za-z]{3}$' });
  expect(() => published(/^[a-z]{3}$/i)).toThrow('/^[a-z]{3}$/i ignores case');
});
