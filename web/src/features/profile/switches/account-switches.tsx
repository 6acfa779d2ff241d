import type { OwnUser } from '@afterhours/contract/account/account';
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import type { SwitchName } from '#features/account/own-settings.ts';
import { useSetting } from '#features/account/use-setting.ts';
import { t } from '#lib/text/translate.ts';
import { Switch } from '#ui/fields/switch.tsx';
import styles from '../editing/editor.module.css';

type AccountSwitch = { name: SwitchName & keyof OwnUser; label: MessageDescriptor; hint: MessageDescriptor };

function AccountSwitchField({ of: { name, label, hint }, user }: { of: AccountSwitch; user: OwnUser }) {
  const [wanted, choose] = useSetting(name);
  return (
    <Switch
      name={name}
      label={t(label)}
      hint={t(hint)}
      checked={(wanted ?? user[name]) === 'On'}
      aria-busy={wanted !== undefined || undefined}
      onChange={(event) => void choose(event.target.checked ? 'On' : 'Off')}
    />
  );
}

type AccountSwitchesProps = { user: OwnUser; switches: readonly AccountSwitch[] };

/** Switches of the viewer's own account. */
export function AccountSwitches({ user, switches }: AccountSwitchesProps) {
  return (
    <div className={styles.form}>
      {switches.map((one) => (
        <AccountSwitchField key={one.name} of={one} user={user} />
      ))}
    </div>
  );
}
