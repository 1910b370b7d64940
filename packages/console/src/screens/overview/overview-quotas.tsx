import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Quotas } from '../usage/quotas.tsx';

/**
 * What is used of the month's quotas; nothing where there are none. They load beside the rest of the
 * overview, and appear with it.
 */
export const OverviewQuotas = ({ isShown }: { isShown: boolean }) => {
  const { data, error, reload } = useLoad('quotas', () => platform.usage.list());
  if (!isShown) return null;
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data || data.quotas.length === 0) return null;
  return (
    <section>
      <h2>{texts().overview.quotas}</h2>
      <Quotas quotas={data.quotas} />
    </section>
  );
};
