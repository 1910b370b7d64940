import type { Input, Item, Output } from '@platform/client';
import { useEffect, useState } from 'preact/hooks';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { visitsTexts } from '../../i18n/visits.ts';
import { Listing, useLoad } from '../../loading/load.tsx';
import { usePoll } from '../../loading/timing.ts';
import { useAct } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { formatMetric, formatValue } from '../../statistics/format.ts';
import { ValueName } from '../../statistics/list-card.tsx';
import type { Days } from '../../statistics/source.ts';
import { scopeOf, useStatistics } from '../../statistics/use-answer.ts';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';

type Visit = Item<'stats.visits'>;
type Previewed = Output<'websites.bots.preview'>;
type Trait = NonNullable<Input<'websites.bots.preview'>['traits']>[number];

const TRAITS = Object.keys(visitsTexts().traits) as Trait[];

const undo = async (id: number, bot: number): Promise<void> => {
  const t = visitsTexts();
  const { visit_kept: isKept } = await platform.websites.bots.undo(id, bot);
  notify(isKept ? t.undone : t.undoneLate);
};

/** The day on which a visit began by the website’s clock. */
const dayOf = ({ started_at: time }: Visit, timezone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(new Date(time));

interface BotProps {
  readonly id: number;
  readonly timezone: string;
  readonly visit: Visit;
  readonly onClose: () => void;
  readonly onMarked: () => void;
}

/** Asks by what a bot is known again, and says whom else that would leave out. */
const MarkBot = ({ id, timezone, visit, onClose, onMarked }: BotProps) => {
  const t = visitsTexts();
  const [chosen, setChosen] = useState<readonly Trait[] | undefined>(undefined);
  const [previewed, setPreviewed] = useState<Previewed | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const { isBusy, act } = useAct();
  const asked = { visit: visit.id, from: dayOf(visit, timezone), ...(chosen && { traits: [...chosen] }) };
  const isNothing = chosen?.length === 0;
  useEffect(() => {
    if (isNothing) return undefined;
    let isCurrent = true;
    setError(undefined);
    platform.websites.bots.preview(id, asked).then(
      (answer) => {
        if (isCurrent) setPreviewed(answer);
      },
      (fault: unknown) => {
        if (isCurrent) setError(fault);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [JSON.stringify(chosen)]);
  const traits: readonly string[] = chosen ?? previewed?.traits ?? [];
  return (
    <Modal label={t.wasBot} onClose={onClose}>
      <h2>{t.wasBot}</h2>
      <fieldset class="group">
        <legend>{t.chooseTraits}</legend>
        <ul class="choices">
          {TRAITS.filter((trait) => visit.dimensions[trait] !== undefined).map((trait) => (
            <li key={trait}>
              <label>
                <input
                  type="checkbox"
                  checked={traits.includes(trait)}
                  onChange={({ currentTarget: { checked } }) => {
                    setChosen(TRAITS.filter((each) => (each === trait ? checked : traits.includes(each))));
                  }}
                />{' '}
                {t.traits[trait]}: {formatValue(trait, visit.dimensions[trait] ?? '')}
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <Problem error={error} />
      {!previewed && error === undefined && <Skeleton lines={2} />}
      {previewed && !isNothing && (
        <p role="status">
          {t.fits(formatNumber(previewed.visits), formatNumber(previewed.visitors), previewed.days)}{' '}
          {t.earlierStay}
        </p>
      )}
      <p class="inline">
        <button type="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button
          type="button"
          class="danger"
          disabled={isBusy || isNothing || !previewed}
          onClick={() => {
            act(async () => {
              const bot = await platform.websites.bots.create(id, asked);
              notify(t.marked, {
                undo: () => {
                  act(() => undo(id, bot.id).then(onMarked));
                },
              });
              onMarked();
            });
          }}
        >
          {t.confirm}
        </button>
      </p>
    </Modal>
  );
};

const LIVE_MILLISECONDS = 10_000;
const MOST_DAYS = 31;

/** The last days of a range that single visits are listed of. */
const lastOf = ({ from, to }: Days): Days => {
  const first = new Date(Date.parse(to) - (MOST_DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
  return { from: from > first ? from : first, to };
};

interface VisitsProps {
  readonly id: number;
  readonly timezone: string;
  readonly days: Days;
}

const VisitRows = ({ id, timezone, days }: VisitsProps) => {
  const t = visitsTexts();
  const { view } = useStatistics();
  const { filters, segment } = scopeOf(view);
  const [marking, setMarking] = useState<Visit | undefined>(undefined);
  const query = {
    ...lastOf(days),
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(segment !== undefined && { segment }),
  };
  const loaded = useLoad(`visits ${JSON.stringify([id, query])}`, async () => {
    const { items } = await platform.stats.visits(id, query);
    return items;
  });
  usePoll(view.period === 'realtime' && !marking, loaded.reload, LIVE_MILLISECONDS);
  const isOwner = may('websites:write');
  const heads = [
    t.began,
    t.entry,
    t.source,
    t.place,
    t.program,
    t.screen,
    { title: t.pageviews, isNumber: true },
    { title: t.length, isNumber: true },
    ...(isOwner ? [''] : []),
  ];
  return (
    <>
      <p class="quiet">{t.hint}</p>
      <Listing loaded={loaded} empty={t.nothing}>
        {(visits) => (
          <Table label={t.title} heads={heads}>
            {visits.map((visit) => {
              const of = (name: string): string => visit.dimensions[name] ?? '';
              return (
                <tr key={visit.id}>
                  <td class="whole">{formatTime(visit.started_at)}</td>
                  <td>
                    <ValueName dimension="entry_page" value={of('entry_page')} />
                  </td>
                  <td>{of('utm_source') || of('referrer') || formatValue('channel', of('channel'))}</td>
                  <td>{of('country') !== '' && <ValueName dimension="country" value={of('country')} />}</td>
                  <td>
                    {[of('browser_version') || of('browser'), of('os_version') || of('os')]
                      .filter((part) => part !== '')
                      .join(', ')}
                  </td>
                  <td>{of('screen')}</td>
                  <td class="number">{formatNumber(visit.pageviews)}</td>
                  <td class="number">{formatMetric('visit_duration', visit.seconds)}</td>
                  {isOwner && (
                    <td class="actions">
                      <button
                        type="button"
                        onClick={() => {
                          setMarking(visit);
                        }}
                      >
                        {t.wasBot}
                      </button>
                    </td>
                  )}
                </tr>
              );
            })}
          </Table>
        )}
      </Listing>
      {marking && (
        <MarkBot
          id={id}
          timezone={timezone}
          visit={marking}
          onClose={() => {
            setMarking(undefined);
          }}
          onMarked={() => {
            setMarking(undefined);
            loaded.reload();
          }}
        />
      )}
    </>
  );
};

/** Single visits under the page’s period and filter, asked for only when somebody wants to see them. */
export const WebsiteVisits = (props: VisitsProps) => {
  const t = visitsTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="card" aria-labelledby="card-visits">
      <div class="card-head">
        <h2 id="card-visits">{t.title}</h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {isOpen ? t.hide : t.show}
        </button>
      </div>
      {isOpen && <VisitRows {...props} />}
    </section>
  );
};

/** The record of the visits that were taken for bots’. */
export const WebsiteBots = ({ id, onChanged }: { id: number; onChanged: () => void }) => {
  const t = visitsTexts();
  const loaded = useLoad(`bots ${id}`, () => platform.websites.bots.list(id));
  const { isBusy, act } = useAct();
  return (
    <section>
      <h2>{t.bots}</h2>
      <p class="quiet">{t.botsHint}</p>
      <Listing loaded={loaded} empty={t.noBots}>
        {(bots) => (
          <Table label={t.bots} heads={[t.rule, t.askedBy, t.when, t.state, '']}>
            {bots.map((bot) => (
              <tr key={bot.id}>
                <td>{bot.rule}</td>
                <td>
                  <code>{bot.key_id}</code>
                </td>
                <td class="whole">{formatTime(bot.created_at)}</td>
                <td>{bot.undone_at === null ? t.active : t.undoneAt(formatTime(bot.undone_at))}</td>
                <td class="actions">
                  {bot.undone_at === null && may('websites:write') && (
                    <button
                      type="button"
                      disabled={isBusy}
                      onClick={() => {
                        act(async () => {
                          await undo(id, bot.id);
                          loaded.reload();
                          onChanged();
                        });
                      }}
                    >
                      {t.undo}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </section>
  );
};
