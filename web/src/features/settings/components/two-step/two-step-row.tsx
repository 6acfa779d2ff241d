import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect } from 'react';
import { onSessionsChanged } from '#features/settings/session-changes.ts';
import { settingsTexts } from '#features/settings/settings-texts.ts';
import { loadTwoStep } from '#features/settings/two-step-commands.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { formatDay } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Chip } from '#ui/chips/chip.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { SettingRow } from '../setting-row.tsx';
import styles from './two-step.module.css';

const texts = defineMessages('settings.twoStep', {
  label: 'Two-step verification',
  on: 'On',
  off: 'Off',
  since: 'since {time}',
  left: '{left, plural, one {# of your recovery codes is left.} other {# of your recovery codes are left.}}',
  about: 'A code from your phone as a second step, so that a stolen password is not enough to sign in.',
  enterCode: 'Enter the code',
  confirmFirst: 'Confirm your email address first, so that nobody else can turn this on in your name.',
  fewLeft:
    'Only {left, plural, one {# recovery code is} other {# recovery codes are}} left. Create new ones before they ' +
    'run out.',
  noneLeft: 'You have used all of your recovery codes. Create new ones, so that you can sign in without your phone.',
});

const dialogs = {
  on: lazyPart(async () => (await import('./two-step-setup.tsx')).TwoStepSetup),
  off: lazyPart(async () => (await import('./two-step-change.tsx')).TwoStepOff),
  codes: lazyPart(async () => (await import('./two-step-change.tsx')).TwoStepCodes),
};

const FEW_CODES = 3;

type StateProps = { enabled: boolean; since: string | null | undefined; left: number | undefined };

/** Whether it is on, since when, and how many recovery codes are left; until that is known, its line is empty. */
function State({ enabled, since, left }: StateProps) {
  const codes = left === undefined ? '\u00A0' : t(texts.left, { left });
  return (
    <>
      <span className={styles.state}>
        <Chip tone={enabled ? 'lamp' : 'neutral'}>{t(enabled ? texts.on : texts.off)}</Chip>
        {enabled && since && <span>{t(texts.since, { time: formatDay(since) })}</span>}
      </span>
      {enabled ? codes : t(texts.about)}
    </>
  );
}

/** Banners: the address has to be confirmed first; few recovery codes are left. */
function Advice({ user, enabled, left }: { user: OwnUser; enabled: boolean | undefined; left: number }) {
  if (enabled && left > FEW_CODES) return null;
  if (enabled) return <Banner tone="lamp">{t(left === 0 ? texts.noneLeft : texts.fewLeft, { left })}</Banner>;
  if (user.isUserVerified || user.twoFactorEnabled) return null;
  return (
    <Banner tone="lamp" action={<TextLink to="/verify">{t(texts.enterCode)}</TextLink>}>
      {t(texts.confirmFirst)}
    </Banner>
  );
}

/** Two-step verification: its state, and the dialogs that change it. */
export function TwoStepRow({ user }: { user: OwnUser }) {
  const { data, refresh, reload } = useLoading(loadTwoStep);
  useEffect(() => onSessionsChanged(() => void refresh()));
  const { shown, show, close } = useDialog<keyof typeof dialogs>();
  const enabled = data?.enabled ?? user.twoFactorEnabled;
  const Shown = shown && dialogs[shown.of];
  const left = data?.recoveryCodesLeft ?? 0;
  return (
    <div>
      <SettingRow
        label={t(texts.label)}
        value={<State enabled={enabled} since={data?.enabledAt} left={data?.recoveryCodesLeft} />}
      >
        {enabled ? (
          <>
            <Button onClick={() => show('codes')}>{t(settingsTexts.newCodes)}</Button>
            <Button onClick={() => show('off')}>{t(settingsTexts.turnOff)}</Button>
          </>
        ) : (
          user.isUserVerified && (
            <Button variant="primary" onClick={() => show('on')}>
              {t(settingsTexts.turnOn)}
            </Button>
          )
        )}
      </SettingRow>
      <Advice user={user} enabled={data?.enabled} left={left} />
      {Shown && (
        <Shown
          key={shown.key}
          user={user}
          open={shown.open}
          // If another window has changed the state, the server has refused a change, and the row is out of date.
          onClose={() => {
            close();
            void reload();
          }}
          // The dialog stays open while it shows its codes.
          onChanged={() => void reload()}
        />
      )}
    </div>
  );
}
