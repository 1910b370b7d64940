/**
 * Why a request was not stored, with the number that `drops.reason` holds.
 * The numbers are stored: never change or reuse one.
 */
export const DROP_REASONS = {
  /** The site key belongs to no website. Counted for the operator, under website 0. */
  unknown_site: 1,
  /** A bot, by its user agent. */
  bot: 2,
  /** A crawler that feeds an AI model or an AI search. */
  ai_crawler: 3,
  /** One of the website's excluded addresses. */
  excluded_ip: 4,
  /** A referrer that is known for spam. */
  referrer_spam: 5,
  /** Sent by a page of another website. */
  origin: 6,
  /** Older than the website's retention, or in the future. */
  time: 7,
  /** An event id that was stored before. */
  duplicate: 8,
  /** Engagement of a visit that is not known (any more). */
  no_visit: 9,
  /** Of a day that was live and is over: nobody can tell any more who its visitors were. */
  late: 10,
  /** From one of the website's excluded countries. */
  excluded_country: 11,
  /** On a page that the website or the tracker's tag leaves out. */
  excluded_page: 12,
  /** On one of the website's excluded hosts. */
  excluded_host: 13,
  /** Of visitors whom the website's owner has taken for bots. */
  excluded_visitor: 14,
} as const;

export type DropReason = keyof typeof DROP_REASONS;

const NAMES = new Map<number, DropReason>(
  Object.entries(DROP_REASONS).map(([name, number]) => [number, name as DropReason]),
);

/** The name of a stored number. */
export const dropReasonName = (number: number): DropReason | undefined => NAMES.get(number);
