import { faultOfRecipients } from '@platform/mailer';

import { faultOfAddresses, faultOfParams } from '../exclusions/exclusion-lines.ts';
import type { LineFault } from '../exclusions/line-list.ts';
import { faultOfOrigins } from './setting-lines.ts';
import type { WebsiteSettings } from './website.ts';
import type { WebsiteSettingsBody } from './websites-schema.ts';

export const LISTS = [
  ['exclude_params', 'excludeParams', faultOfParams],
  ['exclude_ips', 'excludeIps', faultOfAddresses],
  ['email_recipients', 'emailRecipients', faultOfRecipients],
  ['embed_origins', 'embedOrigins', faultOfOrigins],
] as const satisfies readonly (readonly [
  keyof WebsiteSettingsBody,
  keyof WebsiteSettings,
  (lines: readonly string[]) => LineFault,
])[];

// POSIX reads `UTC+5` and the like with the opposite sign, so only names of places and Etc/… pass.
const ZONE_NAME = /^(UTC|GMT|[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2})$/;

export const isZone = (name: string): boolean => {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

export const withoutUndefined = <Value extends object>(value: Value): Partial<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<Value>;
