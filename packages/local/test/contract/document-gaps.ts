import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface DescribedParameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

export interface DescribedOperation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters: DescribedParameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
}

/** As much of the document as is looked through here. */
export interface DescribedDocument {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, DescribedParameter> };
}

const isBlank = (text: string | undefined): boolean => (text ?? '').trim().length < 3;

/** The schemas below a schema, without their references. */
const innerOf = ({ anyOf = [], oneOf = [], items, additionalProperties }: Schema): Schema[] => [
  ...anyOf,
  ...oneOf,
  ...(items ? [items] : []),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
];

/** True for objects and lists whose parts are described one by one, and for references. */
const isMadeOfParts = (schema: Schema): boolean => {
  if (schema.$ref !== undefined || schema.properties !== undefined) return true;
  const inner = innerOf(schema);
  return inner.length > 0 && inner.some(isMadeOfParts);
};

/** Lists what has no description or no example, and examples that their own schema refuses. */
export const findGaps = (document: DescribedDocument): string[] => {
  const { tags, paths, components } = document;
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, 'api');
  const gaps: string[] = [];

  const check = (where: string, schema: Schema, example: unknown): void => {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;
    const validate = ajv.compile(absolute);
    if (!validate(example))
      gaps.push(`${where}: example ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`);
  };

  const lookThrough = (where: string, schema: Schema): void => {
    for (const inner of innerOf(schema)) lookThrough(where, inner);
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const path = `${where}.${name}`;
      const component = components.schemas[field.$ref?.split('/').at(-1) ?? ''];
      if (isBlank(field.description ?? component?.description)) gaps.push(`${path}: no description`);
      if (field.examples !== undefined) check(path, field, field.examples[0]);
      else if (field.type !== 'null' && !isMadeOfParts(field)) gaps.push(`${path}: no example`);
      lookThrough(path, field);
    }
  };

  for (const tag of tags) if (isBlank(tag.description)) gaps.push(`tag ${tag.name}: no description`);
  for (const [name, schema] of Object.entries(components.schemas)) lookThrough(name, schema);
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  for (const { operationId, summary, description, parameters, requestBody } of operations) {
    if (isBlank(summary) || isBlank(description)) gaps.push(`${operationId}: no description`);
    for (const given of parameters) {
      const parameter = components.parameters[given.$ref?.split('/').at(-1) ?? ''] ?? given;
      const where = `${operationId} ${parameter.name}`;
      if (isBlank(parameter.description)) gaps.push(`${where}: no description`);
      if (parameter.example === undefined) gaps.push(`${where}: no example`);
      else check(where, parameter.schema, parameter.example);
    }
    for (const [type, { schema, example }] of Object.entries(requestBody?.content ?? {}))
      if (example === undefined) gaps.push(`${operationId} ${type}: no example`);
      else check(`${operationId} ${type}`, schema, example);
  }
  return gaps;
};
