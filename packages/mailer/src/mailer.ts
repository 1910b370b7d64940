import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { makeFolder, settings } from '@platform/runtime';
import Joi from 'joi';

/**
 * The Message-ID of a message: the same for each attempt, so mail programs can drop a second copy.
 * @param prefix begins the id, for people who read logs: `report-7-2026-04-13`
 * @param identity what distinguishes the message from all others
 * @param publicUrl its host ends the id
 */
export const messageIdOf = (prefix: string, identity: readonly unknown[], publicUrl: string): string => {
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 24);
  return `<${prefix}-${digest}@${new URL(publicUrl).hostname}>`;
};

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The same for each attempt at a message, so mail programs can drop a second copy. */
  readonly messageId: string;
  /** Address of RFC 8058's one-click unsubscription; a message about somebody's own account has none. */
  readonly unsubscribeUrl?: string;
}

export interface Mailer {
  /** Where messages go, for the log. */
  readonly destination: string;
  /** Resolves once the mail server has taken the message. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://user:password@host:port`; without it messages are written to the folder. */
  readonly smtpUrl: string | undefined;
  readonly folder: string;
  readonly from: string;
}

const TIMEOUT = 20_000;

const toMail = (from: string, message: MailMessage) => ({
  from,
  to: message.to,
  subject: message.subject,
  html: message.html,
  text: message.text,
  messageId: message.messageId,
  headers: {
    ...(message.unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    // Keeps out-of-office programs from answering (RFC 3834).
    'Auto-Submitted': 'auto-generated',
  },
});

/**
 * A mailer that writes one `.eml` file per message; writing the same message again replaces its
 * file.
 */
const createFolderMailer = (folder: string, from: string): Mailer => {
  const path = resolve(folder);
  return {
    destination: path,
    async send(message) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message: content } = await transport.sendMail(toMail(from, message));
      await makeFolder(path);
      const file = join(path, `${message.messageId.replace(/[^\w.@-]/g, '')}.eml`);
      await writeFile(`${file}.part`, content);
      await rename(`${file}.part`, file);
    },
    close: () => undefined,
  };
};

const createSmtpMailer = (url: string, from: string): Mailer => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  // Loaded by the first message: most processes never send one.
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      // Without the brackets of an IPv6 address.
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      secure: isSecure,
      ...(username === ''
        ? {}
        : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      connectionTimeout: TIMEOUT,
      greetingTimeout: TIMEOUT,
      socketTimeout: TIMEOUT,
    });
  };
  let connecting: ReturnType<typeof connect> | undefined;
  return {
    destination: `${protocol}//${hostname}`,
    async send(message) {
      connecting ??= connect();
      await (await connecting).sendMail(toMail(from, message));
    },
    close: () => {
      void connecting?.then((transport) => {
        transport.close();
      });
    },
  };
};

/** Sends through a mail server, or into a folder where none is set. */
export const createMailer = ({ smtpUrl, folder, from }: MailerOptions): Mailer =>
  smtpUrl === undefined ? createFolderMailer(folder, from) : createSmtpMailer(smtpUrl, from);

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
