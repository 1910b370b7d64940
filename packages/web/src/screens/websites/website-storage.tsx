import type { Input, Output } from '@platform/client';
import { useEffect, useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import type { FormTexts, Submission } from '../../loading/use-submit.ts';
import { changeVersion, versioned } from '../../loading/versioned.ts';
import type { Versioned } from '../../loading/versioned.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { dimensionName, formatValue } from '../../statistics/format.ts';
import { Field, Select, TextArea } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { WebsiteBots } from './website-visits.tsx';

type WebsiteRecord = Output<'websites.show'>;

const LISTS = [
  'page_rules',
  'exclude_pages',
  'exclude_hosts',
  'exclude_countries',
  'exclude_visitors',
] as const;

type Rules = Pick<
  Input<'websites.exclusions.test'>,
  (typeof LISTS)[number] | 'trailing_slash' | 'query_order' | 'campaign_case'
>;

/** The rules as the form has them. */
const rulesIn = (fields: FormTexts): Rules => ({
  ...Object.fromEntries(LISTS.map((name) => [name, (fields[name] ?? '').replace(/\r\n?/g, '\n')])),
  trailing_slash: fields['trailing_slash'] === 'remove' ? 'remove' : 'keep',
  query_order: fields['query_order'] === 'keep' ? 'keep' : 'sort',
  campaign_case: fields['campaign_case'] === 'keep' ? 'keep' : 'lower',
});

const changedIn = (fields: FormTexts, website: WebsiteRecord): Rules =>
  Object.fromEntries(
    Object.entries(rulesIn(fields)).filter(([name, value]) => value !== (website[name as keyof Rules] ?? '')),
  );

interface RulesFormProps {
  readonly loaded: Versioned<WebsiteRecord>;
  readonly onSaved: () => void;
}

const RuleFields = ({ website, errorOf }: { website: WebsiteRecord; errorOf: Submission['errorOf'] }) => {
  const t = texts().website;
  const labels = {
    page_rules: t.pageRules,
    exclude_pages: t.excludePages,
    exclude_hosts: t.excludeHosts,
    exclude_countries: t.excludeCountries,
    exclude_visitors: t.excludeVisitors,
  };
  const hints: Readonly<Partial<Record<(typeof LISTS)[number], string>>> = {
    page_rules: t.pageRulesHint,
    exclude_visitors: t.excludeVisitorsHint,
  };
  const placeholders = {
    page_rules: '/order/* => /order',
    exclude_pages: '/admin/*',
    exclude_hosts: 'staging.*',
    exclude_countries: 'AQ',
    exclude_visitors: 'browser_version = Chrome 131; screen = 800x600',
  };
  const spellings = [
    ['trailing_slash', t.trailingSlash, 'remove'],
    ['query_order', t.queryOrder, 'sort'],
    ['campaign_case', t.campaignCase, 'lower'],
  ] as const;
  return (
    <>
      {LISTS.map((name) => (
        <TextArea
          key={name}
          label={labels[name]}
          hint={hints[name]}
          name={name}
          rows={name === 'page_rules' ? 4 : 2}
          placeholder={placeholders[name]}
          defaultValue={website[name] ?? ''}
          error={errorOf(name)}
        />
      ))}
      <fieldset class="group">
        <legend>{t.spellings}</legend>
        {spellings.map(([name, label, merging]) => (
          <Select
            key={name}
            label={label}
            name={name}
            chosen={website[name]}
            options={[
              [merging, t.same],
              ['keep', t.different],
            ]}
            error={errorOf(name)}
          />
        ))}
      </fieldset>
    </>
  );
};

/** Visits that are left out, and pages that share a name. */
const RulesForm = ({ loaded, onSaved }: RulesFormProps) => {
  const [base, setBase] = useState(loaded);
  useEffect(() => {
    setBase(loaded);
  }, [loaded]);
  const website = base.record;
  const submission = useSubmit(async (fields) => {
    const changes = changedIn(fields, website);
    const saved = await changeVersion(
      base.tag,
      (options) => versioned(platform.websites.update(website.id, changes, options)),
      async () => {
        const { tag } = await versioned(platform.websites.show(website.id));
        setBase({ record: website, tag });
      },
    );
    setBase(saved);
    notify(texts().saved);
    onSaved();
  });
  return (
    <Form draft="storage" isChange basis={base.tag} submission={submission}>
      <RuleFields website={website} errorOf={submission.errorOf} />
      <button class="primary" disabled={submission.isBusy}>
        {texts().save}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};

type Tested = Output<'websites.exclusions.test'>;

const TestAnswer = ({ tested }: { tested: Tested }) => {
  const t = texts().website;
  const reasons: Readonly<Record<string, string>> = t.dropReasons;
  if (tested.reason !== null)
    return <p class="wrong">{t.notStored(reasons[tested.reason] ?? t.ignoredHit)}</p>;
  return (
    <>
      <p>
        {t.storedAs(tested.page ?? '')} {tested.rule !== null && t.byRule(tested.rule)}
      </p>
      <ul>
        {Object.entries(tested.dimensions).map(([name, value]) => (
          <li key={name}>
            {dimensionName(name)}: {formatValue(name, value)}
          </li>
        ))}
      </ul>
    </>
  );
};

/** Tries an address against the rules as they stand in the form. */
const TestForm = ({ id, rules }: { id: number; rules: () => Rules }) => {
  const t = texts().website;
  const [tested, setTested] = useState<Tested | undefined>(undefined);
  const submission = useSubmit(async ({ url = '', country = '' }) => {
    setTested(undefined);
    setTested(await platform.websites.exclusions.test(id, { url, country, ...rules() }));
  });
  return (
    <section>
      <h2>{t.testStorage}</h2>
      <p class="quiet">{t.testStorageHint}</p>
      <Form class="inline" draft="try-address" submission={submission}>
        <Field label={t.testAddress} name="url" error={submission.errorOf('url')} required />
        <Field
          label={t.testCountry}
          name="country"
          maxLength={2}
          size={4}
          error={submission.errorOf('country')}
        />
        <button disabled={submission.isBusy}>{t.testButton}</button>
        <Refusal submission={submission} />
      </Form>
      <div role="status">{tested && <TestAnswer tested={tested} />}</div>
    </section>
  );
};

/** A website's rules for storing visits, and a place to try them. */
export const WebsiteStorage = ({ loaded, onSaved }: RulesFormProps) => {
  const area = useRef<HTMLDivElement>(null);
  const website = loaded.record;
  const rules = (): Rules => {
    const form = area.current?.querySelector('form');
    if (!form) return {};
    const fields = [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return rulesIn(Object.fromEntries(fields));
  };
  return (
    <>
      {may('websites:write') && (
        <div ref={area}>
          <RulesForm loaded={loaded} onSaved={onSaved} />
        </div>
      )}
      <TestForm id={website.id} rules={rules} />
      <WebsiteBots id={website.id} onChanged={onSaved} />
    </>
  );
};
