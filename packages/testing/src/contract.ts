import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface Contract {
  /** True if the document has this path, with whichever methods. */
  describes(url: string): boolean;
  /** Throws unless the document describes the answer: its operation, status, media type and JSON. */
  check(method: string, url: string, answer: { status: number; body: unknown; type?: string }): string;
  /** Operations without a checked answer so far. */
  unchecked(): string[];
}

interface Answer {
  $ref?: string;
  content?: Record<string, { schema?: { format?: string } }>;
}

interface Operation {
  operationId: string;
  responses: Record<string, Answer>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { responses?: Record<string, Answer> };
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === '' || (Buffer.isBuffer(body) && body.length === 0);

const matcher = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`);

/** Checks answers against an OpenAPI 3.1 document. */
export const createContract = (document: object): Contract => {
  const { paths, components } = document as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, 'api');
  // Literal paths come before those with parameters, as the router has them.
  const ordered = Object.keys(paths).sort((a, b) => a.split('{').length - b.split('{').length);
  const checked = new Set<string>();
  const compiled = new Map<object, ValidateFunction>();

  const validatorOf = (pointer: string, schema: object): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile({ $ref: `api#${pointer}` });
    compiled.set(schema, known);
    return known;
  };

  const escape = (text: string): string =>
    encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

  const pathOf = (url: string): string | undefined => {
    const { pathname } = new URL(url, 'http://x');
    return ordered.find((candidate) => matcher(candidate).test(pathname));
  };

  return {
    describes: (url) => pathOf(url) !== undefined,
    check(method, url, { status, body, type = 'application/json' }) {
      const pathname = new URL(url, 'http://x').pathname;
      const path = pathOf(url);
      const operation = path === undefined ? undefined : paths[path]?.[method.toLowerCase()];
      if (path === undefined || !operation)
        throw new Error(`The document does not describe ${method} ${pathname}.`);
      const declared = operation.responses[String(status)];
      const shared = declared?.$ref?.split('/').at(-1);
      const response = shared === undefined ? declared : components?.responses?.[shared];
      if (!response)
        throw new Error(`${operation.operationId}: the document does not describe status ${status}.`);
      checked.add(operation.operationId);
      // An answer without content, such as 304, may still tell the type of what it leaves out.
      if (response.content === undefined && isEmpty(body)) return operation.operationId;
      const media = type.split(';')[0]?.trim() ?? '';
      if (!(media in (response.content ?? {})))
        throw new Error(`${operation.operationId}: the document does not describe ${media} for ${status}.`);
      const schema = response.content?.[media]?.schema;
      // The document describes files as bytes or text.
      if (!schema || schema.format === 'binary' || !/\bjson$/.test(media)) return operation.operationId;
      const place =
        shared === undefined
          ? ['paths', path, method.toLowerCase(), 'responses', String(status)]
          : ['components', 'responses', shared];
      const pointer = [...place, 'content', media, 'schema'];
      const validate = validatorOf(`/${pointer.map(escape).join('/')}`, schema);
      if (!validate(body))
        throw new Error(
          `${operation.operationId} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
        );
      return operation.operationId;
    },
    unchecked: () =>
      Object.values(paths)
        .flatMap((operations) => Object.values(operations).map(({ operationId }) => operationId))
        .filter((id) => !checked.has(id)),
  };
};
