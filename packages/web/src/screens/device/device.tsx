import { ApiError } from '@platform/client';
import type { Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Refusal } from '../../loading/form.tsx';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Field, Select } from '../../ui/field.tsx';
import { daysFromNow, PRESETS, ScopeChoice } from '../keys/make-key.tsx';
import type { KeyScope } from '../keys/make-key.tsx';
import { Heading } from '../screen.tsx';

type DeviceLogin = Output<'deviceLogins.show'>;

/** Asks for the code. An address never holds it: whoever follows somebody's link has none to type. */
const CodeForm = ({ onFound }: { onFound: (login: DeviceLogin) => void }) => {
  const t = texts().device;
  const submission = useSubmit(async ({ code = '' }) => {
    onFound(await platform.deviceLogins.show(code));
  });
  const isUnknown = submission.error instanceof ApiError && submission.error.status === 404;
  return (
    <form onSubmit={submission.onSubmit}>
      <p>{t.hint}</p>
      <Field
        label={t.code}
        name="code"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={9}
        placeholder="BCDF-GHJK"
        error={isUnknown ? t.unknown : undefined}
        required
      />
      <button class="primary" disabled={submission.isBusy}>
        {t.look}
      </button>
      {!isUnknown && <Refusal submission={submission} />}
    </form>
  );
};

/** Days that the key of a command line lives. */
const LIFETIMES = ['1', '7', '30', '90'] as const;

const Decision = ({
  login,
  onDecided,
}: {
  login: DeviceLogin;
  onDecided: (state: DeviceLogin['state']) => void;
}) => {
  const t = texts().device;
  const [chosen, setChosen] = useState<readonly KeyScope[]>(PRESETS.reader);
  const { isBusy, act } = useAct();
  const submission = useSubmit(async ({ name = '', days = '' }) => {
    const { state } = await platform.deviceLogins.approve(login.code, {
      ...(name !== '' && { name }),
      scopes: [...chosen],
      expires_at: daysFromNow(Number(days)),
    });
    onDecided(state);
  });
  const { errorOf } = submission;
  return (
    <form class="wide-form" onSubmit={submission.onSubmit}>
      <h2>{t.isYours(login.code)}</h2>
      <p>
        {t.asks(login.client)} {t.from(login.address, formatTime(login.created_at))}
      </p>
      {!login.from_here && (
        <p class="problem" role="alert">
          {t.elsewhere(login.address)}
        </p>
      )}
      <ScopeChoice chosen={chosen} error={errorOf('scopes')} onChoose={setChosen} />
      <div class="inline">
        <Select
          label={t.lifetime}
          name="days"
          chosen="30"
          options={LIFETIMES.map((days) => [days, t.days(Number(days))])}
          error={errorOf('expires_at')}
        />
        <Field label={t.name} name="name" value={login.client} maxLength={100} error={errorOf('name')} />
      </div>
      <div class="inline">
        <button class="primary" disabled={submission.isBusy || isBusy}>
          {t.approve}
        </button>
        <button
          type="button"
          disabled={submission.isBusy || isBusy}
          onClick={() => {
            act(async () => {
              onDecided((await platform.deviceLogins.deny(login.code)).state);
            });
          }}
        >
          {t.deny}
        </button>
      </div>
      <Refusal submission={submission} />
    </form>
  );
};

/** Lets a command line in that shows a code, with a key of chosen scopes. */
const Device = () => {
  const t = texts().device;
  const [login, setLogin] = useState<DeviceLogin | undefined>(undefined);
  const [decided, setDecided] = useState<DeviceLogin['state'] | undefined>(undefined);
  const restart = (): void => {
    setLogin(undefined);
    setDecided(undefined);
  };
  const mayApprove = may('keys:admin');
  return (
    <>
      <Heading title={t.title} />
      {!mayApprove && <p>{t.notYou}</p>}
      {mayApprove && !login && <CodeForm onFound={setLogin} />}
      {mayApprove && login && !decided && <Decision login={login} onDecided={setDecided} />}
      {decided && (
        <>
          <p role="status">{decided === 'approved' ? t.approved : t.denied}</p>
          <button type="button" onClick={restart}>
            {t.another}
          </button>
        </>
      )}
    </>
  );
};

export default Device;
