import type { JsonSchema } from '../dialect.ts';
import type { FieldDocumenter } from './field-docs.ts';

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

/** Gives an operation what `FieldDocs` say of its parameters, and each body an example. */
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
