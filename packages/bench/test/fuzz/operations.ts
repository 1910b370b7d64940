/** A schema of OpenAPI 3.1, as far as samples are made of it. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  minLength?: number;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  example?: unknown;
  schema?: Schema;
}

interface Media {
  schema?: Schema;
  example?: unknown;
}

/** The parts of an OpenAPI document that requests are made of. */
export interface FuzzedDocument {
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; parameters?: Parameter[]; requestBody?: { content: Record<string, Media> } }
    >
  >;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** A parameter with a value that the operation takes. */
export interface FuzzedParameter {
  name: string;
  in: Parameter['in'];
  sample: string;
}

/** An operation with a sample of everything that it takes. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: readonly FuzzedParameter[];
  bodies: readonly { type: string; sample: Record<string, unknown>; fields: readonly string[] }[];
}

const MAX_DEPTH = 6;

/** All operations of a document, with samples from its examples, or else from its schemas. */
export const readOperations = ({ paths, components }: FuzzedDocument): Operation[] => {
  const resolve = (schema: Schema | undefined): Schema => {
    const name = schema?.$ref?.split('/').at(-1);
    return name === undefined ? (schema ?? {}) : resolve(components.schemas[name]);
  };

  const sampleOf = (given: Schema | undefined, depth = 0): unknown => {
    const schema = resolve(given);
    const told = [schema.example, schema.examples?.[0], schema.const, schema.enum?.[0], schema.default];
    const known = told.find((value) => value !== undefined);
    if (known !== undefined || depth > MAX_DEPTH) return known;
    const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
    if (choice) return sampleOf(choice, depth + 1);
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === 'array') return [sampleOf(schema.items, depth + 1)];
    if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
    if (type === 'boolean') return false;
    if (type === 'string') return 'sample'.padEnd(schema.minLength ?? 0, 'x');
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name], depth + 1)]),
    );
  };

  const parameterOf = (given: Parameter): FuzzedParameter => {
    const name = given.$ref?.split('/').at(-1);
    const parameter = (name === undefined ? undefined : components.parameters[name]) ?? given;
    return {
      name: parameter.name,
      in: parameter.in,
      sample: String(parameter.example ?? sampleOf(parameter.schema)),
    };
  };

  const bodyOf = ([type, media]: [string, Media]) => ({
    type,
    sample: structuredClone(media.example ?? sampleOf(media.schema)) as Record<string, unknown>,
    fields: Object.keys(resolve(media.schema).properties ?? {}),
  });

  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: (operation.parameters ?? []).map(parameterOf),
      bodies: Object.entries(operation.requestBody?.content ?? {}).map(bodyOf),
    })),
  );
};
