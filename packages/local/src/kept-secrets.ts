/**
 * Files of the data folder that belong to the data. The password of PostgreSQL is not among them:
 * it is the server's, and the roles' passwords follow from it.
 */
export const KEPT_SECRETS = ['api-key', 'identity-key.pem', 'credentials-key'] as const;
