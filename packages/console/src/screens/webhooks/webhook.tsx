import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-act.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Heading } from '../heading.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookState } from './webhook-state.tsx';

/** The old secret goes on being signed with for a day, so that receivers can change in peace. */
const GRACE_SECONDS = 86_400;

/** One webhook: switch it on and off, try it, change its secret, see and repeat its deliveries. */
const Webhook = () => {
  const t = texts().webhooks;
  const id = useRoute().params['id'] ?? '';
  const { data, error, reload } = useLoad(`webhook ${id}`, () => platform.webhooks.show(id));
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const [pings, setPings] = useState(0);
  const { isBusy, act } = useAct();
  const problem = <Problem error={error} retry={reload} />;
  if (!data) return error === undefined ? <Skeleton lines={6} /> : problem;
  const button = (text: string, work: () => Promise<unknown>) => (
    <button
      type="button"
      disabled={isBusy}
      onClick={() => {
        act(work);
      }}
    >
      {text}
    </button>
  );
  return (
    <>
      {problem}
      <Heading title={data.url}>
        {button(data.enabled ? t.switchOff : t.switchOn, async () => {
          await platform.webhooks.update(id, { enabled: !data.enabled });
          reload();
        })}
        {button(t.ping, async () => {
          await platform.webhooks.ping(id);
          setPings(pings + 1);
        })}
        {button(t.rotate, async () => {
          setSecret((await platform.webhooks.rotate(id, { grace_seconds: GRACE_SECONDS })).secret);
        })}
      </Heading>
      <p>
        <WebhookState webhook={data} /> {data.events.join(', ')}
      </p>
      {secret !== undefined && <SecretOnce hint={t.secretRotated} secret={secret} />}
      <Deliveries key={pings} id={id} />
    </>
  );
};

export default Webhook;
