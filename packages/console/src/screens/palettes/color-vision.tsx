import { useEffect, useMemo, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';

const KINDS = ['protan', 'deutan', 'tritan', 'achroma'] as const;
type Kind = (typeof KINDS)[number];

/** The palette as people see it who tell fewer colours apart. */
export const ColorVision = ({ id, version }: { id: string; version: number }) => {
  const t = texts().studio;
  const [kind, setKind] = useState<Kind | undefined>(undefined);
  const { data, error, reload } = useLoad(
    `picture ${id} ${version} ${kind}`,
    async () => kind && (await platform.palettes.picture(id, { vision: kind })).blob(),
  );
  const picture = useMemo(() => data && URL.createObjectURL(data), [data]);
  useEffect(
    () => () => {
      if (picture !== undefined) URL.revokeObjectURL(picture);
    },
    [picture],
  );
  return (
    <section>
      <h2>{t.vision}</h2>
      <Select
        label={t.seenWith}
        options={[['', t.kinds.typical], ...KINDS.map((one) => [one, t.kinds[one]] as const)]}
        onChange={(event) => {
          setKind(KINDS.find((one) => one === event.currentTarget.value));
        }}
      />
      <Problem error={error} retry={reload} />
      {picture !== undefined && kind && <img class="vision" src={picture} alt={t.kinds[kind]} />}
    </section>
  );
};
