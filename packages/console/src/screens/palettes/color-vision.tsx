import { useEffect, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-act.ts';
import { platform } from '../../session/platform.ts';
import { Select } from '../../ui/field.tsx';

const KINDS = ['protan', 'deutan', 'tritan', 'achroma'] as const;
type Kind = (typeof KINDS)[number];

/** The palette as people see it who tell fewer colours apart. */
export const ColorVision = ({ id, version }: { id: string; version: number }) => {
  const t = texts().studio;
  const { act } = useAct();
  const [kind, setKind] = useState<Kind | undefined>(undefined);
  const [picture, setPicture] = useState<string | undefined>(undefined);
  useEffect(() => {
    setPicture(undefined);
    if (kind)
      act(async () => {
        const file = await platform.palettes.picture(id, { vision: kind });
        setPicture(URL.createObjectURL(await file.blob()));
      });
  }, [kind, version]);
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
      {picture !== undefined && kind && <img class="vision" src={picture} alt={t.kinds[kind]} />}
    </section>
  );
};
