import type { LinkSigner } from '@platform/page-access';

/** A recipient of a website's digests. */
export interface Subscription {
  readonly websiteId: number;
  readonly recipient: string;
}

export interface UnsubscribeLinks {
  /** The last part of the address: says who, and proves that it was in a digest to them. */
  create(subscription: Subscription): string;
  /** Undefined for what wasn't made here. */
  read(text: string): Subscription | undefined;
}

/** Old mails are found again: their links work for two years. */
const SECONDS = 2 * 366 * 86_400;

const purpose = ({ websiteId, recipient }: Subscription): readonly string[] => [
  'unsubscribe',
  String(websiteId),
  recipient,
];

/** Makes and reads the links by which somebody without any account unsubscribes. */
export const createUnsubscribeLinks = (signer: LinkSigner, now: () => number): UnsubscribeLinks => ({
  create(subscription) {
    const who = Buffer.from(`${subscription.websiteId} ${subscription.recipient}`).toString('base64url');
    return `${who}~${signer.sign(purpose(subscription), Math.floor(now() / 1000) + SECONDS)}`;
  },
  read(text) {
    const [who = '', token = ''] = text.split('~');
    const [, id = '', recipient = ''] =
      /^(\d{1,10}) (.+)$/s.exec(Buffer.from(who, 'base64url').toString()) ?? [];
    const subscription = { websiteId: Number(id), recipient };
    return recipient !== '' && signer.verify(purpose(subscription), token) ? subscription : undefined;
  },
});
