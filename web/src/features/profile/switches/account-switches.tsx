import type { OwnUser } from '@afterhours/contract/account/account';
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { type SwitchName, setSwitch } from '#features/account/own-settings.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { isQueued, queueSerially } from '#lib/serial-queue.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Switch } from '#ui/fields/switch.tsx';
import styles from '../editing/editor.module.css';

type AccountSwitch = { name: SwitchName & keyof OwnUser; label: MessageDescriptor; hint: MessageDescriptor };
type AccountSwitchesProps = { user: OwnUser; switches: readonly AccountSwitch[] };

/**
 * Switches of the viewer's own account. A change is shown and takes effect at once. Quick changes reach the server in
 * order, and the last one wins. If the server rejects a change, the stored value is shown again.
 */
export function AccountSwitches({ user, switches }: AccountSwitchesProps) {
  const dispatch = useAppDispatch();
  const [wanted, setWanted] = useState<Partial<Record<SwitchName, 'On' | 'Off'>>>({});
  const flip = async (name: SwitchName, value: 'On' | 'Off') => {
    setWanted((current) => ({ ...current, [name]: value }));
    const key = `setting ${name}`;
    const failed = await queueSerially(key, () => dispatch(setSwitch(name, value)));
    if (isQueued(key)) return;
    setWanted(({ [name]: _settled, ...others }) => others);
    if (failed) showFailure(failed);
  };
  return (
    <div className={styles.form}>
      {switches.map(({ name, label, hint }) => (
        <Switch
          key={name}
          name={name}
          label={t(label)}
          hint={t(hint)}
          checked={(wanted[name] ?? user[name]) === 'On'}
          aria-busy={name in wanted || undefined}
          onChange={(event) => void flip(name, event.target.checked ? 'On' : 'Off')}
        />
      ))}
    </div>
  );
}
