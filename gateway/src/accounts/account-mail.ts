import { setTimeout as sleep } from 'node:timers/promises';

import { MAIL_FONT, mailLayout, messageIdOf } from '@platform/mailer';
import type { Mailer } from '@platform/mailer';
import { html } from '@platform/page-access';
import type { Language } from '@platform/page-access';
import type { Logger } from '@platform/runtime';

import type { Role } from '../members/member.ts';
import type { InvitationMail } from '../members/members-service.ts';
import type { Account } from './account.ts';

/** Notices to somebody about their account, after the fact. */
export type Notice =
  | 'password_set'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_code_used'
  | 'email_asked'
  | 'email_changed';

export interface AccountMail {
  /** Sends an invitation. False if the mail server doesn't take it in time. */
  sendInvitation: (mail: InvitationMail) => Promise<boolean>;
  /** Sends a link that resets the password, in the language in which it was asked for. Nobody waits for it. */
  sendReset(mail: { to: string; url: string; until: Date; language: Language }): void;
  /** Sends a link that proves a new address to it. Nobody waits for it. */
  sendEmailChange(mail: { to: string; url: string; until: Date; language: Language }): void;
  /** Reports a change, in case it was not the owner's. Nobody waits for it. */
  sendNotice(to: Pick<Account, 'email' | 'language'>, notice: Notice): void;
  close(): void;
}

export interface AccountMailDeps {
  mailer: Mailer;
  publicUrl: string;
  logger: Logger;
}

interface Content {
  language: Language;
  title: string;
  lines: readonly string[];
  action?: { text: string; url: string };
  reason: string;
}

const NOTICES: Readonly<Record<Language, Readonly<Record<Notice, string>>>> = {
  en: {
    password_set: 'Your password was changed, and you were signed out on your other devices.',
    passkey_added: 'A passkey was added to your account.',
    passkey_removed: 'A passkey was removed from your account.',
    second_factor_on: 'Signing in with your password now takes a second step.',
    second_factor_off: 'Signing in with your password takes no second step any more.',
    recovery_code_used: 'Somebody signed in to your account with a recovery code, which is used up now.',
    email_asked:
      'Somebody who is signed in to your account wants it to have another e-mail address. It changes once that address is confirmed.',
    email_changed: 'Your account has another e-mail address now. This one no longer signs you in.',
  },
  de: {
    password_set: 'Ihr Passwort wurde geändert, und Sie wurden auf Ihren anderen Geräten abgemeldet.',
    passkey_added: 'Ihrem Konto wurde ein Passkey hinzugefügt.',
    passkey_removed: 'Von Ihrem Konto wurde ein Passkey entfernt.',
    second_factor_on: 'Die Anmeldung mit Ihrem Passwort verlangt jetzt einen zweiten Schritt.',
    second_factor_off: 'Die Anmeldung mit Ihrem Passwort verlangt keinen zweiten Schritt mehr.',
    recovery_code_used:
      'Jemand hat sich mit einem Wiederherstellungscode in Ihr Konto angemeldet; der Code ist jetzt verbraucht.',
    email_asked:
      'Jemand, der in Ihrem Konto angemeldet ist, möchte ihm eine andere E-Mail-Adresse geben. Sie gilt, sobald sie bestätigt ist.',
    email_changed:
      'Ihr Konto hat jetzt eine andere E-Mail-Adresse. Mit dieser melden Sie sich nicht mehr an.',
  },
};

const NOTICE = {
  en: (host: string) => ({
    title: `Your account at ${host}`,
    advice: 'If it wasn’t you, set a new password, and look through your passkeys and sessions.',
    // Whoever reads the old address can't set a password any more.
    adviceTooLate: 'If it wasn’t you, tell an owner of your organisation at once.',
    action: 'Open my account',
    reason: `You get this message because you have an account at ${host}.`,
  }),
  de: (host: string) => ({
    title: `Ihr Konto bei ${host}`,
    advice:
      'Wenn Sie das nicht waren, legen Sie ein neues Passwort fest, und sehen Sie Ihre Passkeys und Sitzungen durch.',
    adviceTooLate: 'Wenn Sie das nicht waren, sagen Sie es sofort einem Inhaber Ihrer Organisation.',
    action: 'Mein Konto öffnen',
    reason: `Sie erhalten diese Nachricht, weil Sie ein Konto bei ${host} haben.`,
  }),
} as const;

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

const EMAIL_CHANGE = {
  en: (host: string, until: string) => ({
    title: 'Confirm your e-mail address',
    lines: [
      `Somebody, hopefully you, wants to use this address for an account at ${host}.`,
      `Open the link in the browser that is signed in to the account. It works once, until ${until}. If it wasn’t you, do nothing.`,
    ],
    action: 'Confirm the address',
    reason: `You get this message because somebody at ${host} entered your address.`,
  }),
  de: (host: string, until: string) => ({
    title: 'E-Mail-Adresse bestätigen',
    lines: [
      `Jemand, hoffentlich Sie, möchte diese Adresse für ein Konto bei ${host} verwenden.`,
      `Öffnen Sie den Link in dem Browser, der in dem Konto angemeldet ist. Er funktioniert einmal, bis ${until}. Wenn Sie das nicht waren, tun Sie nichts.`,
    ],
    action: 'Adresse bestätigen',
    reason: `Sie erhalten diese Nachricht, weil jemand bei ${host} Ihre Adresse eingegeben hat.`,
  }),
} as const;

const INVITATION = {
  en: (host: string, organisation: string, role: Role, until: string) => ({
    title: `You are invited to ${host}`,
    lines: [
      `You are invited to join “${organisation}” as ${{ owner: 'an owner', editor: 'an editor', viewer: 'a viewer' }[role]}.`,
      `The link works once, until ${until}. If you don’t know who invites you, do nothing.`,
    ],
    action: 'Accept the invitation',
    reason: `You get this message because somebody at ${host} entered your address.`,
  }),
  de: (host: string, organisation: string, role: Role, until: string) => ({
    title: `Einladung zu ${host}`,
    lines: [
      `Sie sind eingeladen, „${organisation}“ beizutreten, ${{ owner: 'als Inhaber', editor: 'mit dem Recht zu bearbeiten', viewer: 'mit dem Recht zu lesen' }[role]}.`,
      `Der Link funktioniert einmal, bis ${until}. Wenn Sie nicht wissen, wer Sie einlädt, tun Sie nichts.`,
    ],
    action: 'Einladung annehmen',
    reason: `Sie erhalten diese Nachricht, weil jemand bei ${host} Ihre Adresse eingegeben hat.`,
  }),
} as const;

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

  const send = (to: string, { language, title, lines, action, reason }: Content): Promise<void> => {
    const paragraph = (line: string) =>
      html`<p class="text" style="margin:0 0 12px;font-size:14px;color:#1c1e26;${MAIL_FONT}">${line}</p>`;
    return mailer.send({
      to,
      subject: title,
      html: mailLayout({
        language,
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
    async sendInvitation({ to, organisationName, role, url, until, language }) {
      const { action, ...content } = INVITATION[language](host, organisationName, role, onDay(until));
      const sending = send(to, { language, ...content, action: { text: action, url } }).then(
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
      void sendLater(to, { language, ...content, action: { text: action, url } });
    },
    sendEmailChange({ to, url, until, language }) {
      const { action, ...content } = EMAIL_CHANGE[language](host, onDay(until));
      void sendLater(to, { language, ...content, action: { text: action, url } });
    },
    sendNotice({ email, language }, notice) {
      const { title, advice, adviceTooLate, action, reason } = NOTICE[language](host);
      const isTooLate = notice === 'email_changed';
      void sendLater(email, {
        language,
        title,
        lines: [NOTICES[language][notice], isTooLate ? adviceTooLate : advice],
        ...(!isTooLate && { action: { text: action, url: `${publicUrl}/console/account` } }),
        reason,
      });
    },
    close() {
      closing.abort();
      mailer.close();
    },
  };
};
