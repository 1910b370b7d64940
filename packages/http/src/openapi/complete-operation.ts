import type { JsonSchema } from '../dialect.ts';
import type { FieldDocumenter } from './field-docs.ts';
import type { Endpoint, HttpMethod } from '../endpoint.ts';
import { methodsOf } from '../mount-router.ts';

const isParameter = (segment: string): boolean => segment.startsWith(':');

const verbOf = (method: HttpMethod, isOfOne: boolean, others: readonly HttpMethod[]): string => {
  switch (method) {
    case 'GET':
      return isOfOne ? 'show' : 'list';
    case 'POST':
      return 'create';
    case 'DELETE':
      return 'delete';
    case 'PATCH':
      return 'update';
    case 'PUT':
      return others.includes('PATCH') ? 'replace' : 'update';
  }
};

/** `from-image` as a part of a name in code: `fromImage`. */
const camelCase = (segment: string): string =>
  segment.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * An operation's id as people call it: the endpoint's own, or made of its path and method:
 * `GET /websites` is `websites.list`, `POST /reports/:id/links` is `reports.links.create`.
 */
export const operationIdOf = (endpoint: Endpoint, method: HttpMethod): string => {
  if (endpoint.operationId !== undefined) return endpoint.operationId;
  const segments = endpoint.path.split('/').filter(Boolean);
  const isOfOne = isParameter(segments.at(-1) ?? '');
  const names = segments.filter((segment) => !isParameter(segment)).map(camelCase);
  return [...names, verbOf(method, isOfOne, methodsOf(endpoint))].join('.');
};

/** An operation's id as the beginning of a component's name: `websites.list` gives `WebsitesList`. */
export const pascalCase = (id: string): string =>
  id
    .split(/[.\-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

interface Parameter {
  $ref?: string;
  name: string;
  schema: JsonSchema;
  description?: string;
  example?: unknown;
}

interface Media {
  schema: JsonSchema;
  example?: unknown;
}

interface Operation {
  operationId: string;
  parameters: readonly Parameter[];
  requestBody?: { content: Record<string, Media> };
}

const completeParameter = (parameter: Parameter, id: string, documenter: FieldDocumenter): Parameter => {
  if (parameter.$ref !== undefined) return parameter;
  const { schema, description, example } = parameter;
  const told = {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
  const {
    description: about,
    examples,
    ...rest
  } = documenter.field(told, [...id.split('.'), parameter.name]) as Record<string, unknown>;
  return {
    ...parameter,
    schema: rest,
    ...(typeof about === 'string' ? { description: about } : {}),
    ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}),
  };
};

/** The smallest body that a schema takes, made of the examples of its fields. */
const smallestBody = ({ properties = {}, required = [] }: JsonSchema): unknown => {
  const examples = Object.entries(properties as Record<string, { examples?: unknown[] }>)
    .filter(([, field]) => field.examples !== undefined)
    .map(([name, field]): [string, unknown] => [name, field.examples?.[0]]);
  const needed = examples.filter(([name]) => (required as string[]).includes(name));
  return Object.fromEntries(needed.length > 0 ? needed : examples.slice(0, 1));
};

/** Adds the descriptions in `FieldDocs` to an operation's parameters, and an example to each body. */
export const completeOperation = (
  operation: unknown,
  documenter: FieldDocumenter,
  schemas: Readonly<Record<string, JsonSchema>>,
): unknown => {
  const { operationId, parameters, requestBody } = operation as Operation;
  const resolve = (schema: JsonSchema): JsonSchema =>
    typeof schema['$ref'] === 'string' ? (schemas[schema['$ref'].split('/').at(-1) ?? ''] ?? {}) : schema;
  const content = Object.entries(requestBody?.content ?? {}).map(([type, media]): [string, Media] => {
    const schema = documenter.schema(media.schema, [operationId]);
    return [type, { ...media, schema, example: media.example ?? smallestBody(resolve(schema)) }];
  });
  return {
    ...(operation as object),
    parameters: parameters.map((parameter) => completeParameter(parameter, operationId, documenter)),
    ...(requestBody === undefined
      ? {}
      : { requestBody: { ...requestBody, content: Object.fromEntries(content) } }),
  };
};
