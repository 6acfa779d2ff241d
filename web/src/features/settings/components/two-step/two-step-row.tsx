import type { OwnUser } from '@afterhours/contract/account';
import { useState } from 'react';
import { readTwoStep } from '#features/settings/two-step-commands.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { formatExact } from '#lib/text/format.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/buttons/chip.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { SettingRow } from '../setting-row.tsx';
import styles from './two-step.module.css';

const dialogs = {
  on: lazyPart(async () => (await import('./two-step-setup.tsx')).TwoStepSetup),
  off: lazyPart(async () => (await import('./two-step-change.tsx')).TwoStepOff),
  codes: lazyPart(async () => (await import('./two-step-change.tsx')).TwoStepCodes),
};

const FEW_CODES = 3;
const ABOUT = 'A code from your phone as a second step, so that a stolen password is not enough to sign in.';

/** Whether a code is asked for after the password, and the dialogs that change it. */
export function TwoStepRow({ user }: { user: OwnUser }) {
  const { data, reload } = useLoading(readTwoStep);
  const [shown, setShown] = useState<{ dialog: keyof typeof dialogs; open: boolean; turn: number }>();
  const enabled = data?.enabled ?? user.twoFactorEnabled;
  const show = (dialog: keyof typeof dialogs) => setShown({ dialog, open: true, turn: (shown?.turn ?? 0) + 1 });
  const close = () => setShown((held) => held && { ...held, open: false });
  const Shown = shown && dialogs[shown.dialog];
  const left = data?.recoveryCodesLeft ?? 0;
  return (
    <div>
      <SettingRow
        label="Two-step verification"
        value={
          <>
            <span className={styles.state}>
              <Chip tone={enabled ? 'lamp' : 'neutral'}>{enabled ? 'On' : 'Off'}</Chip>
              {enabled && data?.enabledAt && <span>since {formatExact(data.enabledAt)}</span>}
            </span>
            {enabled ? `${left} of your recovery codes are left.` : ABOUT}
          </>
        }
      >
        {enabled ? (
          <>
            <Button onClick={() => show('codes')}>New recovery codes</Button>
            <Button onClick={() => show('off')}>Turn off</Button>
          </>
        ) : (
          user.isUserVerified && (
            <Button variant="primary" onClick={() => show('on')}>
              Turn on
            </Button>
          )
        )}
      </SettingRow>
      {!enabled && !user.isUserVerified && (
        <Banner tone="lamp" action={<TextLink to="/verify">Enter the code</TextLink>}>
          Confirm your e-mail address first, so that nobody else can turn this on in your name.
        </Banner>
      )}
      {data?.enabled && left <= FEW_CODES && (
        <Banner tone="lamp">Only {left} recovery codes are left. Make new ones before they run out.</Banner>
      )}
      {Shown && (
        <Shown
          key={shown.turn}
          user={user}
          open={shown.open}
          onClose={close}
          // What it is now; the dialog may still have its codes to show.
          onChanged={() => void reload()}
        />
      )}
    </div>
  );
}
