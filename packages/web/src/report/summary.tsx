import type { ShownReport } from '@platform/pages/reports-contract';

import { ScoreGauge } from '../ui/score-gauge.tsx';
import { bytesText, dayText, millisecondsText } from './quantities.ts';
import { reportTexts } from './texts.ts';

/** Facts about the page at the time of the report. */
const Facts = ({ facts }: { facts: NonNullable<ShownReport['facts']> }) => {
  const t = reportTexts();
  const rows: readonly (readonly [name: string, value: string])[] = [
    [t.facts.finalUrl, facts.final_url],
    [t.facts.response, t.answer(facts.http_status, facts.protocol ?? t.plainHttp)],
    [
      t.facts.html,
      `${bytesText(facts.html_bytes)}, ${facts.encoding === null ? t.notCompressed : t.compressed(facts.encoding)}`,
    ],
    [t.facts.files, t.inRequests(bytesText(facts.transfer_bytes), t.requests(facts.requests))],
    [
      t.facts.firstByte,
      facts.first_byte === null ? t.notMeasured : millisecondsText(Math.round(facts.first_byte)),
    ],
    [t.facts.redirects, String(facts.redirects)],
    ...(facts.certificate_until === null
      ? []
      : [[t.facts.certificate, dayText(facts.certificate_until)] as const]),
  ];
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The rating of a page: its score, those of the categories, and the facts that it stands on. */
export const Summary = ({
  report: { score, result, categories, facts, notices },
  hrefOf,
}: {
  report: Pick<ShownReport, 'score' | 'result' | 'categories' | 'facts' | 'notices'>;
  /** Address of a category. */
  hrefOf: (category: string) => string;
}) => {
  const t = reportTexts();
  const labelOf = (points: number | null, rating: typeof result): string =>
    points === null ? t.notJudged : t.scoreOf(points, rating === null ? '' : t.ratings[rating]);
  return (
    <>
      <section class="panel" aria-label={t.scores}>
        <div class="scores">
          <div class="overall">
            <ScoreGauge score={score} result={result} size="huge" label={labelOf(score, result)} />
            {result !== null && <p class={`rating ${result}`}>{t.ratings[result]}</p>}
          </div>
          <ul class="gauges">
            {categories.map((category) => (
              <li key={category.id}>
                <a href={hrefOf(category.id)}>
                  <ScoreGauge
                    score={category.score}
                    result={category.result}
                    size="large"
                    label={labelOf(category.score, category.result)}
                  />
                  <span>{category.title}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <p class="scale" aria-hidden="true">
          <span class="rating bad">0–49</span> <span class="rating decent">50–89</span>{' '}
          <span class="rating good">90–100</span>
        </p>
        {facts && <Facts facts={facts} />}
      </section>
      {notices.map(({ code, message }) => (
        <p key={code} class="panel notice">
          {message}
        </p>
      ))}
    </>
  );
};
