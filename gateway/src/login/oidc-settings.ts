import Joi from 'joi';

/** Settings of the members' identity provider, which speaks OpenID Connect. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  scopes: string;
  /**
   * Domains whose addresses the provider vouches for without saying so in `email_verified`; `*` for
   * all. Microsoft Entra ID never says it.
   */
  trustedEmailDomains: readonly string[];
}

export interface OidcConfig {
  OIDC_ISSUER?: string;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  OIDC_SCOPES: string;
  OIDC_TRUST_EMAIL: string[];
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const issuer = Joi.string()
  .uri({ scheme: ['https', 'http'] })
  .custom((value: string, helpers) => {
    const { protocol, hostname } = new URL(value);
    if (protocol === 'https:' || LOOPBACK.test(hostname)) return value;
    return helpers.message({ custom: '{{#label}} must be an https address' });
  });

const withIssuer = Joi.string().when('OIDC_ISSUER', { is: Joi.exist(), then: Joi.required() });

/** `*`, or domains separated by commas. */
const domains = Joi.string().custom((value: string, helpers) => {
  const items = value.split(',').map((item) => item.trim().toLowerCase());
  const wrong = items.find((item) => item !== '*' && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(item));
  if (wrong === undefined) return items;
  return helpers.message({ custom: '{{#label}} holds "{{#wrong}}", which is not a domain' }, { wrong });
});

export const oidcVariables = {
  OIDC_ISSUER: issuer.description('Identity provider that members sign in with; off without it'),
  OIDC_CLIENT_ID: withIssuer.description("The platform's client id at the identity provider"),
  OIDC_CLIENT_SECRET: Joi.string().description('Its secret; a public client has none'),
  OIDC_SCOPES: Joi.string()
    .default('openid email profile')
    .pattern(/(^| )openid( |$)/)
    .messages({ 'string.pattern.base': '{{#label}} must have the scope openid' })
    .description('Scopes to ask for, separated by spaces'),
  OIDC_TRUST_EMAIL: domains
    .default([])
    .description(
      'Domains whose addresses count although the provider does not send email_verified, separated by commas; * for all',
    ),
};

/** The settings of the sign-in; undefined if it is off. */
export const oidcSettingsOf = (config: OidcConfig): OidcSettings | undefined =>
  config.OIDC_ISSUER === undefined || config.OIDC_CLIENT_ID === undefined
    ? undefined
    : {
        issuer: config.OIDC_ISSUER,
        clientId: config.OIDC_CLIENT_ID,
        clientSecret: config.OIDC_CLIENT_SECRET,
        scopes: config.OIDC_SCOPES,
        trustedEmailDomains: config.OIDC_TRUST_EMAIL,
      };
