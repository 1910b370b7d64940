import './preview.css';

import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';
import { Select } from '../../ui/field.tsx';
import { useFilters } from '../use-filters.ts';

type Color = Output<'palettes.show'>['colors'][number];

/** The colours of a palette as the parts of a page use them; the style sheet derives grounds and lines. */
const variablesOf = (colors: readonly Color[]): Record<string, string> => {
  const at = (place: number): Color | undefined => colors[place % colors.length];
  return Object.fromEntries(
    [0, 1, 2, 3, 4].flatMap((place) => [
      [`--p-${place}`, at(place)?.hex ?? ''],
      [`--p-on-${place}`, at(place)?.on_color ?? ''],
    ]),
  );
};

const Site = () => {
  const t = texts().preview;
  return (
    <>
      <div class="p-bar">
        <b>{t.brand}</b>
        <span class="p-links">
          <i>{t.products}</i>
          <i>{t.prices}</i>
          <i>{t.about}</i>
        </span>
        <span class="p-button">{t.start}</span>
      </div>
      <div class="p-hero">
        <span class="p-tag">{t.fresh}</span>
        <b>{t.headline}</b>
        <p>{t.claim}</p>
        <span class="p-button">{t.start}</span> <span class="p-ghost">{t.more}</span>
      </div>
      <div class="p-cards">
        {t.features.map((feature, place) => (
          <div key={feature} class="p-card">
            <span class={`p-icon p-fill-${place + 1}`} />
            <b>{feature}</b>
            <span class="p-lines" />
          </div>
        ))}
      </div>
    </>
  );
};

const BARS = [42, 65, 50, 78, 60, 92, 70] as const;

const Chart = () => (
  <div class="p-chart">
    {BARS.map((height, place) => (
      <span key={place} class={`p-fill-${place % 5}`} style={{ height: `${height}%` }} />
    ))}
  </div>
);

const Dashboard = () => {
  const t = texts().preview;
  return (
    <div class="p-board">
      <div class="p-side">
        <b>{t.brand}</b>
        <i class="p-current">{t.overview}</i>
        <i>{t.orders}</i>
        <i>{t.customers}</i>
      </div>
      <div class="p-main">
        <div class="p-cards">
          {t.figures.map(([name, value], place) => (
            <div key={name} class="p-card">
              <span>{name}</span>
              <b>{value}</b>
              <span class={`p-line p-fill-${place}`} />
            </div>
          ))}
        </div>
        <Chart />
      </div>
    </div>
  );
};

const AppScreen = () => {
  const t = texts().preview;
  return (
    <div class="p-phone">
      <div class="p-top">{t.messages}</div>
      {t.people.map((person, place) => (
        <div key={person} class="p-row">
          <span class={`p-avatar p-fill-${place}`} />
          <span>
            <b>{person}</b>
            <span class="p-lines" />
          </span>
          {place === 1 && <span class="p-badge">3</span>}
        </div>
      ))}
      <div class="p-fab">+</div>
    </div>
  );
};

const PAGES = { site: Site, dashboard: Dashboard, app: AppScreen, chart: Chart } as const;
type Kind = keyof typeof PAGES;

/** The colours on a real page, in light and dark beside each other. */
export const Preview = ({ colors }: { colors: readonly Color[] }) => {
  const t = texts().preview;
  const { filter, setFilter } = useFilters();
  const kinds = Object.keys(PAGES) as Kind[];
  const kind = kinds.find((one) => one === filter('page')) ?? 'site';
  const Page = PAGES[kind];
  return (
    <section>
      <h2>{t.title}</h2>
      <Select
        label={t.kind}
        chosen={kind}
        options={kinds.map((one) => [one, t.kinds[one]])}
        onChange={(event) => {
          setFilter('page', event.currentTarget.value);
        }}
      />
      <div class="previews">
        {(['light', 'dark'] as const).map((mode) => (
          <figure key={mode}>
            <div class={`preview ${mode}`} style={variablesOf(colors)} aria-hidden="true">
              <Page />
            </div>
            <figcaption class="quiet">{t.modes[mode]}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
};
