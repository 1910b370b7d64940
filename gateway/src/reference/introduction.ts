/** Opens the API reference: what holds for every operation (Markdown). */
export const INTRODUCTION = `Website statistics, page reports, and colour palettes with their exports.

## Keys

Every request carries an API key: \`Authorization: Bearer dak_…\`. A key has **scopes** such as \`reports:read\`;
each operation names the one that it needs, and \`write\` includes \`read\`. Without a valid key the answer is
401, without the scope 403. \`*\` stands for all but \`operators:read\`. To try an operation on this page, paste a key into *Authentication* first.
The command line of the platform makes the first key, and \`POST /v1/keys\` all others.

## Errors

Every error carries a stable \`code\` for programs, a \`message\` in English for people, and the request's id,
which is also in the header \`X-Request-Id\`. Refused fields are named one by one. Unknown fields are ignored
and named in \`ignored\`; \`Prefer: handling=strict\` refuses them instead.
[All codes with cause and cure](/docs/errors.md).

## Limits

A key may send 600 requests a minute unless it or its organisation has another limit. \`RateLimit\` tells what
is left; beyond it the answer is 429, and \`Retry-After\` tells in how many seconds to try again. Bodies have at
most 100 KB unless an operation says otherwise.

## Paging

Lists below \`/api/v1\` have numbered pages: \`page\`, and \`per_page\` of 10, 25, 50 or 100. Lists below \`/v1\` have
cursors: send \`next_cursor\` as \`cursor\` to go on. Both name the next page in the header
\`Link: <…>; rel="next"\`.

## Repeating requests

A \`POST\` with an \`Idempotency-Key\` can be sent again without harm: within 24 hours the same key with the same
body gives the first answer again, with \`Idempotency-Replayed: true\`. \`ETag\` and \`If-Match\` keep two people
from overwriting each other's changes (412).

## Clients

\`@platform/client\` is the client for TypeScript, \`dap\` the command line. Others are generated from
\`/openapi.json\`: openapi-typescript needs \`--default-non-nullable=false\`, since it takes fields with a
default for required ones otherwise, in requests as well; hey-api and orval need nothing.

## Changes

[What may change, and how you hear of it](/docs/changes.md). For programs that read Markdown:
[llms.txt](/llms.txt); for assistants: an MCP server at \`/mcp\` with the same keys and scopes.
`;
