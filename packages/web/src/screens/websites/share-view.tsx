import { useEffect, useRef, useState } from 'preact/hooks';

import { useAct } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import type { Days } from '../../statistics/source.ts';
import { statisticsTexts } from '../../statistics/texts.ts';
import { sharedParameters } from '../../statistics/view.ts';
import type { View } from '../../statistics/view.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Select } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/notices.tsx';

const DAY = 86_400;
const LIFETIMES = [1, 7, 30, 365];

/** The page's address with the view of the console. */
const addressOf = (page: string, view: View, days: Days | undefined): string => {
  const url = new URL(page);
  for (const [name, value] of sharedParameters(view, days)) url.searchParams.append(name, value);
  return url.href;
};

interface ShareViewProps {
  /** The page's address where everybody may open it; others get a link. */
  readonly address?: string | undefined;
  readonly create: (link: { name: string; expires_in: number }) => PromiseLike<{ id: number; url: string }>;
  /** Ends a link that another one has taken the place of. */
  readonly end: (id: number) => PromiseLike<unknown>;
  /** Origins that may frame the page, one per line; undefined where none ever may. */
  readonly embedOrigins?: string | undefined;
  readonly view: View;
  readonly days: Days | undefined;
  /** Opens at once and makes the link, as if it had been clicked. */
  readonly isAsked?: boolean;
}

/**
 * Shares what is shown: one click makes a link and copies it. The address of an open page is enough; a
 * private one gets a link that expires.
 */
export const ShareView = ({
  address,
  create,
  end,
  embedOrigins: origins,
  view,
  days,
  isAsked = false,
}: ShareViewProps) => {
  const t = statisticsTexts();
  const { act, isBusy } = useAct();
  const [isOpen, setOpen] = useState(isAsked);
  const [lifetime, setLifetime] = useState(7);
  const [page, setPage] = useState<string | undefined>(undefined);
  const isOpenToAll = address !== undefined;
  const mayShare = isOpenToAll || may('websites:write');
  const link = page && addressOf(page, view, days);
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify(t.shared);
    } catch {
      // The dialog shows the link, and a button that says why it can't be copied.
    }
  };
  /** The link that was made here: it opens any view. */
  const made = useRef<{ id: number; url: string; lasting: number } | undefined>(undefined);
  const linkFor = async (lasting: number): Promise<string> => {
    const before = made.current;
    if (before?.lasting === lasting) return before.url;
    made.current = { ...(await create({ name: t.shareTitle, expires_in: lasting * DAY })), lasting };
    if (before) await end(before.id);
    return made.current.url;
  };
  const make = async (lasting: number): Promise<void> => {
    const shown = address ?? (await linkFor(lasting));
    setPage(shown);
    setLifetime(lasting);
    await copy(addressOf(shown, view, days));
  };
  useEffect(() => {
    if (isAsked && mayShare) act(() => make(lifetime));
  }, []);
  const frame =
    link &&
    `<iframe src="${link.replaceAll('&', '&amp;')}" width="100%" height="1600" loading="lazy"></iframe>`;
  return (
    <>
      <button
        type="button"
        class="primary"
        disabled={isBusy}
        onClick={() => {
          setOpen(true);
          if (mayShare) act(() => make(lifetime));
        }}
      >
        {t.share}
      </button>
      {isOpen && (
        <Modal
          class="share"
          label={t.shareTitle}
          onClose={() => {
            setOpen(false);
          }}
        >
          <h2>{t.shareTitle}</h2>
          <p class="quiet">{mayShare ? (isOpenToAll ? t.shareOpen : t.shareLink) : t.shareLocked}</p>
          {link !== undefined && (
            <>
              <div class="code">
                <code>{link}</code>
                <CopyButton text={link} />
                <a class="button" href={link} target="_blank" rel="noopener">
                  {t.openPage}
                </a>
              </div>
              {!isOpenToAll && (
                <Select
                  label={t.lifetime}
                  value={String(lifetime)}
                  options={LIFETIMES.map((days) => [String(days), t.days(days)])}
                  onChange={(event) => {
                    const lasting = Number(event.currentTarget.value);
                    act(() => make(lasting));
                  }}
                />
              )}
              {origins !== undefined && (
                <>
                  <h3>{t.embed}</h3>
                  <p class="quiet">{origins === '' ? t.embedOrigins : t.embedHint}</p>
                  <div class="code">
                    <code>{frame}</code>
                    {frame !== undefined && <CopyButton text={frame} />}
                  </div>
                </>
              )}
            </>
          )}
          <button
            type="button"
            onClick={() => {
              setOpen(false);
            }}
          >
            {t.close}
          </button>
        </Modal>
      )}
    </>
  );
};
