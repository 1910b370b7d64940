import { setTimeout as sleep } from 'node:timers/promises';

import { MAIL_FONT, mailLayout, messageIdOf } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import { html } from '@platform/page-access';
import type { Language } from '@platform/page-access';
import type { Logger } from '@platform/runtime';

import type { InvitationMail } from '../members/members-service.ts';

/** Notices to somebody about their account, after the fact. */
export type Notice =
  | 'password_set'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_code_used';

export interface AccountMail {
  /** Sends an invitation. False if the mail server doesn't take it in time. */
  sendInvitation: (mail: InvitationMail) => Promise<boolean>;
  /** Sends a link that resets the password, in the language in which it was asked for. Nobody waits for it. */
  sendReset(mail: { to: string; url: string; until: Date; language: Language }): void;
  /** Reports a change, in case it was not the owner's. Nobody waits for it. */
  sendNotice(to: string, notice: Notice): void;
  close(): void;
}

export interface AccountMailDeps {
  mailer: Mailer;
  publicUrl: string;
  logger: Logger;
}

interface Content {
  title: string;
  lines: readonly string[];
  action?: { text: string; url: string };
  reason: string;
}

const NOTICES: Readonly<Record<Notice, string>> = {
  password_set: 'Your password was changed, and you were signed out on your other devices.',
  passkey_added: 'A passkey was added to your account.',
  passkey_removed: 'A passkey was removed from your account.',
  second_factor_on: 'Signing in with your password now takes a second step.',
  second_factor_off: 'Signing in with your password takes no second step any more.',
  recovery_code_used: 'Somebody signed in to your account with a recovery code, which is used up now.',
};

const RESET = {
  en: (host: string, until: string) => ({
    title: 'Set a new password',
    lines: [
      `Somebody, hopefully you, asked for a new password for your account at ${host}.`,
      `The link works once, until ${until}. If it wasn’t you, do nothing: your password stays as it is.`,
    ],
    action: 'Set a new password',
    reason: `You get this message because you have an account at ${host}.`,
  }),
  de: (host: string, until: string) => ({
    title: 'Neues Passwort festlegen',
    lines: [
      `Jemand, hoffentlich Sie, hat für Ihr Konto bei ${host} ein neues Passwort angefordert.`,
      `Der Link funktioniert einmal, bis ${until}. Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.`,
    ],
    action: 'Neues Passwort festlegen',
    reason: `Sie erhalten diese Nachricht, weil Sie ein Konto bei ${host} haben.`,
  }),
} as const;

const ROLES = { owner: 'an owner', editor: 'an editor', viewer: 'a viewer' } as const;

/** How long an invitation waits for the mail server. */
const PATIENCE_MILLISECONDS = 10_000;
/** Waits before the second and the third attempt. The secret of a link is kept nowhere but here. */
const RETRY_MILLISECONDS = [30_000, 300_000];

const onDay = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The mail server's code alone: its words hold addresses. */
const reasonOf = (error: unknown): string => {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
  return `${code} ${responseCode}`;
};

/** The mails about accounts. They name nobody who may be made up by others in a subject. */
export const createAccountMail = ({ mailer, publicUrl, logger }: AccountMailDeps): AccountMail => {
  const host = new URL(publicUrl).host;
  const closing = new AbortController();

  const send = (to: string, { title, lines, action, reason }: Content): Promise<void> => {
    const paragraph = (line: string) =>
      html`<p class="text" style="margin:0 0 12px;font-size:14px;color:#1c1e26;${MAIL_FONT}">${line}</p>`;
    return mailer.send({
      to,
      subject: title,
      html: mailLayout({
        title,
        heading: title,
        kicker: host,
        body: html`${lines.map(paragraph)}`,
        ...(action && { action }),
        reason,
      }).toString(),
      text: [title, ...lines, ...(action ? [`${action.text}: ${action.url}`] : []), reason].join('\n\n'),
      messageId: messageIdOf('account', [to, title, performance.now(), process.pid], publicUrl),
    });
  };

  const sendLater = async (to: string, content: Content): Promise<void> => {
    for (const wait of [0, ...RETRY_MILLISECONDS])
      try {
        if (wait > 0) await sleep(wait, undefined, { ref: false, signal: closing.signal });
        await send(to, content);
        return;
      } catch (error) {
        if (closing.signal.aborted) return;
        logger.warn({ reason: reasonOf(error) }, 'a mail about an account was not taken by the mail server');
      }
  };

  return {
    async sendInvitation({ to, organisationName, role, url, until }) {
      const sending = send(to, {
        title: `You are invited to ${host}`,
        lines: [
          `You are invited to join “${organisationName}” as ${ROLES[role]}.`,
          `The link works once, until ${onDay(until)}. If you don’t know who invites you, do nothing.`,
        ],
        action: { text: 'Accept the invitation', url },
        reason: `You get this message because somebody at ${host} entered your address.`,
      }).then(
        () => true,
        (error: unknown) => {
          logger.warn({ reason: reasonOf(error) }, 'an invitation was not taken by the mail server');
          return false;
        },
      );
      return Promise.race([sending, sleep(PATIENCE_MILLISECONDS, false, { ref: false })]);
    },
    sendReset({ to, url, until, language }) {
      const { action, ...content } = RESET[language](host, onDay(until));
      void sendLater(to, { ...content, action: { text: action, url } });
    },
    sendNotice(to, notice) {
      void sendLater(to, {
        title: `Your account at ${host}`,
        lines: [
          NOTICES[notice],
          'If it wasn’t you, set a new password, and look through your passkeys and sessions.',
        ],
        action: { text: 'Open my account', url: `${publicUrl}/console/account` },
        reason: `You get this message because you have an account at ${host}.`,
      });
    },
    close() {
      closing.abort();
      mailer.close();
    },
  };
};
