import type { LinkSigner } from '@platform/page-access';

/** A recipient of messages about a record. */
export interface Subscription {
  /** The record: a website, a report. */
  readonly subjectId: number;
  readonly recipient: string;
}

export interface UnsubscribeLinks {
  /**
   * The last part of the address: identifies the recipient, and proves that the link was in a
   * message to them.
   */
  create(subscription: Subscription): string;
  /** Undefined for links that weren't made here. */
  read(text: string): Subscription | undefined;
}

/** People come across old mails, so their links work for two years. */
const SECONDS = 2 * 366 * 86_400;

const purpose = ({ subjectId, recipient }: Subscription): readonly string[] => [
  'unsubscribe',
  String(subjectId),
  recipient,
];

/** Makes and reads the links by which somebody without any account unsubscribes. */
export const createUnsubscribeLinks = (signer: LinkSigner, now: () => number): UnsubscribeLinks => ({
  create(subscription) {
    const who = Buffer.from(`${subscription.subjectId} ${subscription.recipient}`).toString('base64url');
    return `${who}~${signer.sign(purpose(subscription), Math.floor(now() / 1000) + SECONDS)}`;
  },
  read(text) {
    const [who = '', token = ''] = text.split('~');
    const [, id = '', recipient = ''] =
      /^(\d{1,10}) (.+)$/s.exec(Buffer.from(who, 'base64url').toString()) ?? [];
    const subscription = { subjectId: Number(id), recipient };
    return recipient !== '' && signer.verify(purpose(subscription), token) ? subscription : undefined;
  },
});
