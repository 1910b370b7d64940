import Joi from 'joi';

import { hashPassword } from './password.ts';

/** Joi keys of the two settings that close a page; both optional. */
export const pageAccessFields = {
  privacy: Joi.number()
    .valid(0, 1, 2)
    .description(
      'Who may see the page: 0 everybody (public), 1 the organisation (private), 2 anyone with the password',
    ),
  password: Joi.string().allow('', null).max(200).description('Password of the page; for privacy 2'),
};

/** A new hash of a page's password; null to take it away; undefined to leave it as it is. */
export type ChangedPasswordHash = string | null | undefined;

/**
 * What a request's `password` makes of a page's password hash.
 * @returns the new hash; null to take the password away; undefined to leave it as it is, because
 *   none was given: forms send the field empty then. Call it in an endpoint's `prepare`: hashing is
 *   slow, and must not hold a database connection
 * @throws 429 if too many passwords are being hashed
 */
export const changedPasswordHash = async (
  password: string | null | undefined,
): Promise<ChangedPasswordHash> => {
  if (password === null) return null;
  return password === undefined || password === '' ? undefined : hashPassword(password);
};
