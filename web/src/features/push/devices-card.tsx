import { describeDevice } from '@afterhours/contract/account/device-name';
import { defineMessages } from '@afterhours/contract/base/message';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import rows from '#ui/styles/rows.module.css';
import { Icon } from '#ui/text/icon.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import styles from './devices-card.module.css';
import type { PushDevice } from './push-commands.ts';
import { usePush } from './use-push.ts';

const texts = defineMessages('push.devices', {
  title: 'On your devices',
  lead: 'Get notified even when this site isn’t open. Signing out turns it off.',
  thisDevice: 'This device',
  on: 'Gets notifications.',
  off: 'Gets no notifications yet. Your browser will ask whether to allow them.',
  blocked:
    'Blocked by your browser. Open this site’s settings next to the address, allow notifications, and come back.',
  missing:
    'This browser cannot show notifications from this site. On an iPhone or iPad, add it to the Home Screen first.',
  allow: 'Allow',
  turnOff: 'Turn off',
  test: 'Send a test',
  others: 'Your other devices',
  since: 'Since {time}',
  remove: 'Remove',
  removeOf: 'Remove {name}, since {time}',
  loading: 'Loading your devices',
});

type Push = ReturnType<typeof usePush>;

function ThisDevice({ push, isOn }: { push: Push; isOn: boolean }) {
  const { support, pending } = push;
  const isPossible = support === 'possible';
  const stateText = isPossible ? (isOn ? texts.on : texts.off) : texts[support === 'blocked' ? 'blocked' : 'missing'];
  return (
    <div className={rows.row}>
      <span className={rows.text}>
        <strong>{t(texts.thisDevice)}</strong>
        <span className={rows.quiet} role="status">
          {support !== null && t(stateText)}
        </span>
      </span>
      <span className={rows.actions}>
        {isPossible && isOn && (
          <Button size="small" loading={pending === 'test'} onClick={push.test}>
            {t(texts.test)}
          </Button>
        )}
        {isOn && (
          <Button size="small" loading={pending === 'off'} onClick={push.turnOff}>
            {t(texts.turnOff)}
          </Button>
        )}
        {isPossible && !isOn && (
          <Button size="small" variant="primary" loading={pending === 'on'} onClick={push.turnOn}>
            {t(texts.allow)}
          </Button>
        )}
      </span>
    </div>
  );
}

function OtherDevice({ device, push }: { device: PushDevice; push: Push }) {
  const { name, mobile } = describeDevice(device.userAgent, t);
  return (
    <li className={rows.row}>
      <Icon icon={mobile ? Smartphone : Monitor} size={24} className={rows.icon} />
      <span className={rows.text}>
        <span>{name}</span>
        <span className={rows.quiet}>
          <Sentence text={texts.since} values={{ time: <Time value={device.createdAt} ago /> }} />
        </span>
      </span>
      <Button
        size="small"
        aria-label={t(texts.removeOf, { name, time: formatExact(device.createdAt) })}
        loading={push.pending === device._id}
        onClick={() => push.remove(device._id)}
      >
        {t(texts.remove)}
      </Button>
    </li>
  );
}

/** Whether this device receives notifications, and which of the member's other devices do. */
export function DevicesCard() {
  const push = usePush();
  const { status, message, retry, devices } = push;
  const others = devices.filter(({ current }) => !current);
  return (
    <Card title={t(texts.title)}>
      <p className={styles.lead}>{t(texts.lead)}</p>
      {status === 'failed' && <ErrorState message={message} onRetry={retry} quiet />}
      {status === 'loading' && (
        <>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <div className={rows.row}>
            <PersonSkeleton />
          </div>
        </>
      )}
      {status === 'ready' && <ThisDevice push={push} isOn={others.length < devices.length} />}
      {status === 'ready' && others.length > 0 && (
        <>
          <h3 className={styles.others}>{t(texts.others)}</h3>
          <ul className={rows.list}>
            {others.map((device) => (
              <OtherDevice key={device._id} device={device} push={push} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
