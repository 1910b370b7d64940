import Joi from 'joi';

/** Undefined: not given. Empty or null: to be removed. */
export interface CredentialsBody {
  basic_auth?: string | null;
  request_headers?: string | null;
  user_agent?: string | null;
}

const NEVER_SHOWN = 'Sent to the URL’s own origin only, stored encrypted and never shown.';

/** The fields for sites that aren’t public yet. */
export const credentialsFields = {
  basic_auth: Joi.string()
    .allow('', null)
    .max(1000)
    .pattern(/^[^:\p{Cc}]+:\P{Cc}*$/u)
    // Joi's own message would quote what was sent.
    .messages({ 'string.pattern.base': '{{#label}} must be user:password, without line breaks' })
    .description(`User and password for HTTP Basic authentication, as user:password. ${NEVER_SHOWN}`),
  request_headers: Joi.string()
    .allow('', null)
    .max(8000)
    .description(`Headers to send along, one “Name: value” per line. ${NEVER_SHOWN}`),
  user_agent: Joi.string()
    .allow('', null)
    .max(500)
    .pattern(/^[\x20-\x7e]+$/)
    .messages({ 'string.pattern.base': '{{#label}} may hold ASCII characters only' })
    .description(`The User-Agent to send, for a site that turns unknown ones away. ${NEVER_SHOWN}`),
};
