import { texts } from '../../i18n/language.ts';
import { Select } from '../../ui/field.tsx';
import { useFilters } from '../use-filters.ts';

/** The version that another one is compared with: the address names it, else it is the one before. */
export const useAgainst = (version: number, all: readonly number[]): number => {
  const { filter } = useFilters();
  const asked = Number(filter('against'));
  const others = all.filter((one) => one !== version);
  return others.find((one) => one === asked) ?? others.find((one) => one < version) ?? others[0] ?? version;
};

/** Chooses the version that another one is compared with. */
export const CompareWith = ({ version, all }: { version: number; all: readonly number[] }) => {
  const t = texts();
  const { setFilter } = useFilters();
  const against = useAgainst(version, all);
  return (
    <Select
      label={t.report.against}
      chosen={String(against)}
      options={all
        .filter((one) => one !== version)
        .map((one) => [String(one), t.studio.version(one)] as const)}
      onChange={(event) => {
        setFilter('against', event.currentTarget.value);
      }}
    />
  );
};
