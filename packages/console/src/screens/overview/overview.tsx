import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Heading } from '../heading.tsx';
import { OverviewExports } from './overview-exports.tsx';
import { OverviewQuotas } from './overview-quotas.tsx';
import { OverviewReports, readReports } from './overview-reports.tsx';
import { OverviewWebsites, readWebsites } from './overview-websites.tsx';

const readOverview = async () => {
  const [{ websites, websiteCount }, { reports, worse }, palettes] = await Promise.all([
    readWebsites(),
    readReports(),
    may('palettes:read') ? platform.palettes.list({ limit: 1 }).then(({ items }) => items) : [],
  ]);
  return { websites, websiteCount, reports, worse, palettes };
};

/** What is there, what is new, and what to do first. */
const Overview = () => {
  const t = texts();
  const { data, error, reload } = useLoad('overview', readOverview);
  const steps = data
    ? ([
        [data.websiteCount === 0 && may('websites:write'), '/console/websites', t.overview.firstWebsite],
        [data.reports.length === 0 && may('reports:write'), '/console/reports', t.overview.firstReport],
        [data.palettes.length === 0 && may('palettes:write'), '/console/palettes', t.overview.firstPalette],
      ] as const)
    : [];
  const open = steps.filter(([isOpen]) => isOpen);
  return (
    <>
      <Heading title={t.overview.title} />
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton lines={6} />}
      {open.length > 0 && (
        <section>
          <h2>{t.overview.firstSteps}</h2>
          <ol class="steps">
            {open.map(([, path, text]) => (
              <li key={path}>
                <a href={path}>{text}</a>
              </li>
            ))}
          </ol>
        </section>
      )}
      {data && <OverviewWebsites websites={data.websites} total={data.websiteCount} />}
      {data && <OverviewReports reports={data.reports} worse={data.worse} />}
      {may('tokens:read') && <OverviewExports isShown={data !== undefined} />}
      {may('usage:read') && <OverviewQuotas isShown={data !== undefined} />}
    </>
  );
};

export default Overview;
