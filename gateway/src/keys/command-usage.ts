import { SCOPES } from '@platform/identity';

/** What `--help` prints. */
export const USAGE = `Usage: keys <command> [options]

  create --organisation NAME --name NAME [--scopes LIST] [--expires TIME] [--rate-limit N] [--addresses LIST]
      Creates a key, and the organisation if it does not exist. The key is shown once.
      --scopes      comma-separated: ${SCOPES.join(', ')};
                    * (the default) stands for all but operators:read, which shows the whole platform
      --expires     an ISO 8601 time, or a span such as 12h or 90d; the default is never
      --rate-limit  requests a minute; the default is RATE_LIMIT_PER_MINUTE
      --addresses   comma-separated addresses and CIDRs the key may be used from; the default is any
  list [--organisation NAME] [--all]
      Lists usable keys; --all includes revoked and expired ones.
  revoke ID
      Revokes a key at once. ID is its id, or its last four characters if they are unique.
  limit --organisation NAME --rate-limit N|default
      Sets how many requests a minute all keys of an organisation may make together.
  quota --organisation NAME --unit requests|events|reports|exports --amount N|none
      Sets how much an organisation may use in a month (UTC). Gateways know within 5 seconds.

  --json prints JSON.
`;
