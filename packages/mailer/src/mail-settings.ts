import { join } from 'node:path';

import { settings } from '@platform/runtime';
import Joi from 'joi';

import { createMailer } from './mailer.ts';
import type { Mailer } from './mailer.ts';

/** The settings of a process that sends e-mail. */
export interface MailConfig {
  SMTP_URL?: string;
  MAIL_FROM?: string;
  OWNER_EMAIL?: string;
  MAIL_FOLDER: string;
  DATA_DIR?: string;
}

/** Their schemas. */
export const mailVariables: { [Name in keyof MailConfig]-?: Joi.Schema } = {
  SMTP_URL: settings.SMTP_URL.description('Mail server; without it e-mails are written to MAIL_FOLDER'),
  MAIL_FROM: Joi.string()
    .email({ tlds: false })
    .description('Sender of e-mails; statistics@ or reports@ the host of PUBLIC_URL unless set'),
  OWNER_EMAIL: Joi.string()
    .email({ tlds: false })
    .description('Gets the e-mails about websites and schedules without recipients of their own'),
  DATA_DIR: Joi.string().description('Folder of what is kept outside of the database'),
  MAIL_FOLDER: Joi.string()
    .default(({ DATA_DIR = '.data' }: Pick<MailConfig, 'DATA_DIR'>) => join(DATA_DIR, 'mail'))
    .description('Where e-mails are written without SMTP_URL; the folder mail in DATA_DIR by default'),
};

/**
 * The mailer that the settings ask for.
 * @param sender the part of its address before the @, unless MAIL_FROM is set
 */
export const createConfiguredMailer = (
  config: MailConfig & { readonly PUBLIC_URL: string },
  sender: string,
): Mailer =>
  createMailer({
    smtpUrl: config.SMTP_URL,
    folder: config.MAIL_FOLDER,
    from: config.MAIL_FROM ?? `${sender}@${new URL(config.PUBLIC_URL).hostname}`,
  });
