import { ERROR_CATALOGUE } from './catalogue.ts';

const HEAD = `# Errors

Every error has a stable, machine-readable \`code\`: beside \`message\` in \`/api/v1\`, in \`error\` in \`/v1\`.
This page is made from the code: \`UPDATE_DOCS=1 pnpm --filter @platform/errors test\`.
`;

/** `docs/errors.md`: every code with its cause and its cure. */
export const errorsPage = (): string =>
  [HEAD, ...ERROR_CATALOGUE.map(({ code, cause, cure }) => `## \`${code}\`\n\n${cause}\n\n${cure}\n`)].join(
    '\n',
  );
