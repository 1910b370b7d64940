import './across.css';

import type { Output } from '@platform/client';

import { acrossTexts } from '../../../i18n/across.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { texts } from '../../../i18n/language.ts';
import { useLoad } from '../../../loading/load.tsx';
import { platform } from '../../../session/platform.ts';
import { ownPath } from '../../../ui/address.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Select } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/placeholder.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Table } from '../../../ui/table.tsx';
import { useFilters } from '../../use-filters.ts';
import { PeriodChoice, usePeriod } from '../period.tsx';
import { hasReports, ifDeployed, readPageReports } from './website-reports.ts';

type Element = Output<'stats.clicks'>['elements'][number];
type Target = Output<'reports.looks'>['targets']['phone'][number];

/** Clicks on an element with its name, and its place in the picture where that is known. */
interface PlacedClicks {
  readonly key: string;
  /** The words of a link or button, where a report knows them; else the way to it. */
  readonly name: string;
  readonly selector: string;
  readonly link: string;
  readonly clicks: number;
  readonly box: Target['box'] | undefined;
}

/**
 * Finds the elements that were clicked among those of a report: at the same place with the same
 * words; else with words that only one of them has, as when something was put in front of it.
 * @param others what those are called that were counted together
 */
const placeClicks = (
  elements: readonly Element[],
  targets: readonly Target[],
  others: string,
): readonly PlacedClicks[] => {
  const byPlace = new Map(targets.map((target) => [`${target.selector} ${target.text_hash}`, target]));
  const byWords = Map.groupBy(targets, ({ text_hash: hash }) => hash);
  return elements.map(({ selector, text_hash: hash, link, clicks }) => {
    const [only, another] = hash === '' ? [] : (byWords.get(hash) ?? []);
    const target = byPlace.get(`${selector} ${hash}`) ?? (another ? undefined : only);
    return {
      key: `${selector} ${hash} ${link}`,
      name: selector === '' ? others : target?.text || selector,
      selector,
      link,
      clicks,
      box: target?.box,
    };
  });
};

type Website = Output<'websites.show'>;
type Device = 'phone' | 'desktop';

/** The screens of a report's pictures, in CSS pixels. */
const SCREENS = { phone: { width: 412, height: 823 }, desktop: { width: 1350, height: 940 } } as const;

/** The picture of a page, and where its links are; undefined where no rendered report knows. */
const readPicture = async (website: Website, page: string) => {
  if (!(await hasReports())) return undefined;
  const reports = await readPageReports(website);
  const found = reports?.find((one) => one.page === page && one.report.render === 1);
  if (!found) return undefined;
  const [report, looks] = await Promise.all([
    platform.reports.show(found.report.id),
    // 409 where the result is of an earlier version.
    ifDeployed(platform.reports.looks(found.report.id)).catch(() => undefined),
  ]);
  return looks && report.screenshots
    ? { screenshots: report.screenshots, targets: looks.targets }
    : undefined;
};

const Picture = ({
  device,
  image,
  placed,
}: {
  device: Device;
  image: string;
  placed: readonly PlacedClicks[];
}) => {
  const t = acrossTexts().clicks;
  const { width, height } = SCREENS[device];
  const most = Math.max(1, ...placed.map(({ clicks }) => clicks));
  const drawn = placed.filter(({ box }) => box !== undefined);
  return (
    <figure class={`click-map ${device}`}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.map(formatNumber(drawn.length))}>
        <image href={ownPath(image)} width={width} height={height} />
        {drawn.map(({ key, box, clicks, name }) =>
          box === undefined ? null : (
            <g key={key}>
              <title>{`${name}: ${formatNumber(clicks)}`}</title>
              <rect
                x={box.x}
                y={box.y}
                width={box.width}
                height={box.height}
                rx={4}
                fill-opacity={0.15 + (0.5 * clicks) / most}
              />
              <text
                x={Math.min(width - 8, box.x + box.width)}
                y={Math.max(16, box.y + 4)}
                font-size={device === 'phone' ? 14 : 22}
              >
                {formatNumber(clicks)}
              </text>
            </g>
          ),
        )}
      </svg>
    </figure>
  );
};

const ClickList = ({ placed, total }: { placed: readonly PlacedClicks[]; total: number }) => {
  const t = acrossTexts().clicks;
  return (
    <Table
      label={t.elements}
      heads={[t.element, t.leadsTo, { title: t.clicks, isNumber: true }, { title: t.share, isNumber: true }]}
    >
      {placed.map(({ key, name, selector, link, clicks }) => (
        <tr key={key}>
          <td title={selector}>{name}</td>
          <td>{link}</td>
          <td class="number">{formatNumber(clicks)}</td>
          <td class="number">{formatNumber(clicks / Math.max(1, total), { style: 'percent' })}</td>
        </tr>
      ))}
    </Table>
  );
};

/** Says how clicks are counted: by a tag of its own. */
const NoClicks = ({ website }: { website: Website }) => {
  const t = acrossTexts().clicks;
  const tag = website.tracking_code.replace(/src="([^"]*)"/, (_, src: string) => `src="${src}/clicks.js"`);
  return (
    <section>
      <p>{t.none}</p>
      <div class="code">
        <code>{tag}</code>
        <CopyButton text={tag} />
      </div>
    </section>
  );
};

/** Visitors' clicks, over the picture of the page's report, or as a list where there is none. */
const WebsiteClicks = ({ website }: { website: Website }) => {
  const t = acrossTexts().clicks;
  const { id } = website;
  const { filter, setFilter } = useFilters();
  const period = usePeriod(website.timezone);
  const device: Device = filter('device') === 'desktop' ? 'desktop' : 'phone';
  const width = device === 'phone' ? 'narrow' : 'wide';
  const all = useLoad(`click pages ${id} ${period.from}`, () =>
    platform.stats.clicks(id, { from: period.from }),
  );
  const pages = all.data?.pages ?? [];
  const page = pages.find((one) => one.page === filter('page_path'))?.page ?? pages[0]?.page;
  const counted = useLoad(`clicks ${id} ${period.from} ${width} ${page ?? ''}`, async () =>
    page === undefined ? undefined : platform.stats.clicks(id, { from: period.from, width, page }),
  );
  const picture = useLoad(`picture ${id} ${page ?? ''}`, async () => ({
    found: page === undefined ? undefined : await readPicture(website, page),
  }));
  if (!all.data)
    return all.error === undefined ? <Skeleton /> : <Problem error={all.error} retry={all.reload} />;
  const { found } = picture.data ?? {};
  const placed = placeClicks(counted.data?.elements ?? [], found?.targets[device] ?? [], t.others);
  return (
    <>
      <p class="quiet">{t.about}</p>
      <PeriodChoice period={period} />
      {page === undefined && <NoClicks website={website} />}
      {page !== undefined && (
        <>
          <div class="filters">
            <Select
              label={t.page}
              chosen={page}
              options={pages.map((one) => [
                one.page,
                `${one.page === '' ? t.otherPages : one.page} (${formatNumber(one.clicks)})`,
              ])}
              onChange={(event) => {
                setFilter('page_path', event.currentTarget.value);
              }}
            />
            <Select
              label={t.width}
              chosen={device}
              options={Object.entries(t.widths)}
              onChange={(event) => {
                setFilter('device', event.currentTarget.value);
              }}
            />
          </div>
          <Problem error={counted.error} retry={counted.reload} />
          {counted.data?.total === 0 && <p class="nothing">{t.noneHere}</p>}
          <div class="click-parts">
            {found && <Picture device={device} image={found.screenshots[device]} placed={placed} />}
            {placed.length > 0 && <ClickList placed={placed} total={counted.data?.total ?? 0} />}
          </div>
          {picture.data && !found && <p class="quiet">{t.noPicture}</p>}
          {!counted.data && counted.error === undefined && <p role="status">{texts().loading}</p>}
        </>
      )}
    </>
  );
};

export default WebsiteClicks;
