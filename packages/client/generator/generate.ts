import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

import { operationLines } from './operation-lines.ts';
import type { ApiDocument } from './operation-lines.ts';

/** The generated files, by their path below `src/generated`. */
export type GeneratedFiles = Record<'schema.ts' | 'operations.ts', string>;

const HEADER = `// Made from the platform's /openapi.json by \`npm run generate\` in packages/client. Do not edit.

`;

const operationsFile = (document: ApiDocument): string => {
  const lines = operationLines(document).map(([id, line]) => `  '${id}': '${line}',\n`);
  return `${HEADER}/** Every operation: its method, its path, what it takes and what it gives. */
export const OPERATIONS = {
${lines.join('')}} as const;
`;
};

/**
 * Makes the client's types and its table of operations from the platform's OpenAPI document.
 * @throws for a document that lacks the part of a service, or names an operation in a way that no
 * method can have
 */
export const generate = async (document: object): Promise<GeneratedFiles> => {
  const options = (await resolveConfig(import.meta.filename)) ?? {};
  const pretty = (text: string): Promise<string> => format(text, { ...options, parser: 'typescript' });
  const types = await openapiTS(structuredClone(document) as OpenAPI3, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  return {
    'schema.ts': await pretty(`/* eslint-disable */\n${HEADER}${astToString(types)}`),
    'operations.ts': await pretty(operationsFile(document as ApiDocument)),
  };
};
