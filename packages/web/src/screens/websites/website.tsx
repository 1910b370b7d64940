import type { Output } from '@platform/client';
import type { SCOPES } from '@platform/identity/scopes';
import { useLocation, useRoute } from 'preact-iso';
import { useMemo, useState } from 'preact/hooks';

import type { Texts } from '../../i18n/english.ts';
import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { versioned } from '../../loading/versioned.ts';
import { platform } from '../../session/platform.ts';
import { may, noticeEndedSession, session } from '../../session/session.ts';
import { createPlatformSource } from '../../statistics/source.ts';
import type { Days } from '../../statistics/source.ts';
import { parseView, viewText } from '../../statistics/view.ts';
import { shownDomain } from '../../ui/address.ts';
import { Empty, Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { GroupedTabs, useTabs } from '../../ui/tabs.tsx';
import { ShareLinks } from '../links/share-links.tsx';
import { Heading, Lacks, NoRecord, part } from '../screen.tsx';
import { withTimeLine } from './across/time-line.ts';
import { hasReports } from './across/website-reports.ts';
import { EditButton, EditDialog } from '../edit-dialog.tsx';
import { AddAlert, AlertFields, alertIn } from './add-alert.tsx';
import { PeriodChoice, usePeriod } from './period.tsx';
import { ShareView } from './share-view.tsx';
import { WebsiteAnnotations } from './website-annotations.tsx';
import { WebsiteDeletions } from './website-deletions.tsx';
import { WebsiteFunnels } from './website-funnels.tsx';
import { WebsiteGoals } from './website-goals.tsx';
import { WebsiteImports } from './website-imports.tsx';
import { SaveSegment, WebsiteSegments } from './website-segments.tsx';
import { WebsiteSettings } from './website-settings.tsx';
import { WebsiteStart } from './website-start.tsx';
import { WebsiteStorage } from './website-storage.tsx';
import { WebsiteVisits } from './website-visits.tsx';

const Statistics = part(async () => (await import('../../statistics/statistics.tsx')).Statistics);
const WebsiteClicks = part(async () => (await import('./across/website-clicks.tsx')).default);
const WebsiteColors = part(async () => (await import('./across/website-colors.tsx')).default);
const WebsiteFixes = part(async () => (await import('./across/website-fixes.tsx')).default);

type Alert = Output<'websites.alerts.list'>[number];

const conditionOf = (alert: Alert): string => {
  const t = texts().website;
  if (alert.type === 'spike') return t.spikeOf(alert.threshold ?? 0);
  if (alert.type === 'drop') return t.dropOf(alert.threshold ?? 0);
  if (alert.type === 'silence') return t.silenceOf(alert.hours ?? 0);
  return t.goalOf(alert.threshold ?? 1, alert.period ?? 'day');
};

/** Lists the events of which a website notifies people by e-mail. */
export const WebsiteAlerts = ({ id }: { id: number }) => {
  const t = texts();
  const loaded = useLoad(`alerts ${id}`, () => platform.websites.alerts.list(id));
  const removal = useRemoval(`alerts ${id}`, (alert: number) => platform.websites.alerts.delete(id, alert));
  const [edited, setEdited] = useState<Alert | undefined>(undefined);
  return (
    <>
      {may('websites:write') && <AddAlert id={id} onAdded={loaded.reload} />}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.website.noAlerts}>
        {(alerts) => (
          <Table
            label={t.website.tabs.alerts}
            heads={[t.websites.goalName, t.website.condition, t.website.goesTo, t.website.lastTold, '']}
          >
            {alerts.map((alert) => (
              <tr key={alert.id}>
                <td>{alert.name}</td>
                <td>{conditionOf(alert)}</td>
                <td>{alert.goes_to.length === 0 ? t.website.nobody : alert.goes_to.join(', ')}</td>
                <td class="whole">{alert.last_told_at ? formatTime(alert.last_told_at) : t.never}</td>
                <td class="actions">
                  {may('websites:write') && (
                    <>
                      <EditButton
                        name={alert.name}
                        onEdit={() => {
                          setEdited(alert);
                        }}
                      />
                      <RemoveButton
                        name={alert.name}
                        onRemove={() => {
                          removal.remove(alert.id, alert.name);
                        }}
                      />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      {edited && (
        <EditDialog
          title={`${t.edit}: ${edited.name}`}
          read={() => platform.websites.alerts.show(id, edited.id)}
          save={(fields, options) => platform.websites.alerts.update(id, edited.id, alertIn(fields), options)}
          onClose={() => {
            setEdited(undefined);
          }}
          onSaved={loaded.reload}
        >
          {(alert, errorOf) => <AlertFields id={id} alert={alert} errorOf={errorOf} />}
        </EditDialog>
      )}
    </>
  );
};

/** Shows hits that were sent and not counted, by reason. */
export const WebsiteDrops = ({ id, timezone }: { id: number; timezone: string }) => {
  const t = texts().website;
  const period = usePeriod(timezone);
  const loaded = useLoad(`drops ${id} ${period.from}`, async () => {
    const { totals } = await platform.websites.drops(id, { from: period.from });
    return Object.entries(totals).sort(([, a], [, b]) => b - a);
  });
  const names: Readonly<Record<string, string>> = t.dropReasons;
  return (
    <>
      <PeriodChoice period={period} />
      <Listing loaded={loaded} empty={t.noDrops}>
        {(totals) => (
          <Table label={t.tabs.drops} heads={[t.reason, { title: t.requests, isNumber: true }]}>
            {totals.map(([reason, count]) => (
              <tr key={reason}>
                <td>{names[reason] ?? reason}</td>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </>
  );
};

type WebsiteRecord = Output<'websites.show'>;

/** Shows the statistics; their view is in the address. */
const WebsiteStatistics = ({ website }: { website: WebsiteRecord }) => {
  const { url, route } = useLocation();
  const { id } = website;
  const isSignedIn = Boolean(session.value);
  const source = useMemo(
    () => withTimeLine(createPlatformSource(platform, id, may('websites:write')), website),
    // A new sign-in repeats what was refused meanwhile.
    [id, isSignedIn],
  );
  const visits = useMemo(
    () =>
      ({ days }: { days: Days }) => <WebsiteVisits id={id} timezone={website.timezone} days={days} />,
    [id, website.timezone],
  );
  const { pathname, search } = new URL(url, location.href);
  const view = parseView(search);
  return (
    <Statistics
      key={id}
      source={source}
      view={view}
      show={(next, { replace = false } = {}) => {
        const [x, y] = [scrollX, scrollY];
        route(pathname + viewText(next), replace);
        // The router goes to the top, and a click on a row far below would lose its place.
        requestAnimationFrame(() => {
          scrollTo(x, y);
        });
      }}
      onFailure={noticeEndedSession}
      tools={(answer) => (
        <ShareView
          address={website.privacy === 0 ? website.stats_url : undefined}
          create={(link) => platform.websites.links.create(id, link)}
          end={(link) => platform.websites.links.delete(id, link)}
          embedOrigins={website.embed_origins ?? ''}
          view={view}
          days={answer?.date_range}
        />
      )}
      empty={(again) => (
        <WebsiteStart
          website={website}
          onArrived={() => {
            source.forget();
            again();
          }}
        />
      )}
      visits={visits}
      {...(may('websites:write') && {
        segmentForm: SaveSegment,
        links: { goals: `${pathname}?tab=goals`, funnels: `${pathname}?tab=funnels` },
      })}
    />
  );
};

const PARTS = {
  statistics: ({ website }: { website: WebsiteRecord }) => <WebsiteStatistics website={website} />,
  fixes: ({ website }: { website: WebsiteRecord }) => <WebsiteFixes key={website.id} website={website} />,
  clicks: ({ website }: { website: WebsiteRecord }) => <WebsiteClicks key={website.id} website={website} />,
  colors: ({ website }: { website: WebsiteRecord }) => <WebsiteColors key={website.id} website={website} />,
  start: ({ website }: { website: WebsiteRecord }) => <WebsiteStart website={website} />,
  goals: ({ website }: { website: WebsiteRecord }) => (
    <WebsiteGoals id={website.id} timezone={website.timezone} />
  ),
  funnels: ({ website }: { website: WebsiteRecord }) => (
    <WebsiteFunnels id={website.id} timezone={website.timezone} />
  ),
  annotations: ({ website }: { website: WebsiteRecord }) => <WebsiteAnnotations id={website.id} />,
  alerts: ({ website }: { website: WebsiteRecord }) => <WebsiteAlerts id={website.id} />,
  segments: ({ website }: { website: WebsiteRecord }) => <WebsiteSegments id={website.id} />,
  imports: ({ website }: { website: WebsiteRecord }) => <WebsiteImports id={website.id} />,
  deletions: ({ website }: { website: WebsiteRecord }) => (
    <WebsiteDeletions id={website.id} domain={website.domain} />
  ),
  drops: ({ website }: { website: WebsiteRecord }) => (
    <WebsiteDrops id={website.id} timezone={website.timezone} />
  ),
};

type Tab = keyof Texts['website']['tabs'];

/** Sixteen parts would be too many in one row. */
const GROUPS: readonly (readonly [group: keyof Texts['website']['groups'], tabs: readonly Tab[]])[] = [
  ['statistics', ['statistics']],
  ['improve', ['fixes', 'clicks', 'colors']],
  ['measure', ['goals', 'funnels', 'segments', 'annotations', 'alerts']],
  ['data', ['imports', 'storage', 'drops', 'deletions']],
  ['settings', ['settings', 'start', 'links']],
];

/** Scopes of a part that needs more than `websites:read`. */
const NEEDED: Readonly<Record<string, readonly (typeof SCOPES)[number][]>> = {
  settings: ['websites:write'],
  statistics: ['stats:read'],
  fixes: ['stats:read', 'reports:read'],
  clicks: ['websites:read', 'stats:read'],
  colors: ['websites:read', 'reports:read'],
};

/** Parts that another service is needed for: empty until it is known to be there. */
const OF_REPORTS: ReadonlySet<string> = new Set(['fixes', 'colors']);

/** Shows one website in parts, each with its own address. */
const Website = () => {
  const t = texts();
  const id = Number(useRoute().params['id']);
  const { current, tabs } = useTabs(t.website.tabs);
  const loaded = useLoad(`website ${id}`, () => versioned(platform.websites.show(id)));
  const reports = useLoad('reports service', hasReports);
  const problem = <Problem error={loaded.error} retry={loaded.reload} />;
  if (!loaded.data)
    return (
      <NoRecord
        error={loaded.error}
        retry={loaded.reload}
        list={{ title: t.websites.title, path: '/console/websites' }}
      />
    );
  const website = loaded.data.record;
  const lacking = (tab: string) => (NEEDED[tab] ?? ['websites:read' as const]).find((scope) => !may(scope));
  const lacks = (tab: string): boolean => lacking(tab) !== undefined;
  const isClosedTo = (tab: string): boolean => lacks(tab) || (OF_REPORTS.has(tab) && !reports.data);
  // The way to a part is there until it is known to lead nowhere, so that the others stay in place.
  const isLeftOut = (tab: string): boolean =>
    lacks(tab) || (OF_REPORTS.has(tab) && (reports.data === false || reports.error !== undefined));
  const missing = lacking(current);
  const Part =
    current === 'links' || current === 'settings' || current === 'storage' ? undefined : PARTS[current];
  return (
    <>
      {problem}
      <Heading title={shownDomain(website.domain)} />
      <GroupedTabs
        label={shownDomain(website.domain)}
        groups={GROUPS.map(([group, ids]) => ({
          title: t.website.groups[group],
          tabs: ids.flatMap((name) => tabs.filter(({ id: tab }) => tab === name && !isLeftOut(tab))),
        }))}
      />
      {isClosedTo(current) && current === 'statistics' && <WebsiteStart website={website} />}
      {missing !== undefined && current !== 'statistics' && <Lacks scope={missing} />}
      {missing === undefined && isLeftOut(current) && <Empty>{t.website.noReports}</Empty>}
      {missing === undefined && isClosedTo(current) && !isLeftOut(current) && <Skeleton lines={8} />}
      {Part && !isClosedTo(current) && <Part website={website} />}
      {current === 'links' && (
        <ShareLinks
          of={`website ${id}`}
          list={() => platform.websites.links.list(id).all()}
          create={(link) => platform.websites.links.create(id, link)}
          end={(link) => platform.websites.links.delete(id, link)}
          mayChange={may('websites:write')}
        />
      )}
      {current === 'storage' && !isClosedTo(current) && (
        <WebsiteStorage key={website.id} loaded={loaded.data} onSaved={loaded.reload} />
      )}
      {current === 'settings' && may('websites:write') && (
        <WebsiteSettings key={website.id} loaded={loaded.data} onSaved={loaded.reload} />
      )}
    </>
  );
};

export default Website;
