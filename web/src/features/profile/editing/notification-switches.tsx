import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { saveProfile } from '../profile-commands.ts';
import styles from './editor.module.css';

const switches = [
  { name: 'message_notification', label: 'Messages', hint: 'Someone sends you a message' },
  { name: 'comment_notification', label: 'Comments', hint: 'Someone comments on your post or replies to you' },
  { name: 'like_notification', label: 'Likes', hint: 'Someone likes what you wrote' },
  { name: 'event_notification', label: 'Events', hint: 'Webinars, job applications and invitations' },
  { name: 'follow_notification', label: 'Follow', hint: 'Someone follows you' },
] as const;

type SwitchName = (typeof switches)[number]['name'];

/** What I am notified of; each switch takes effect at once and is back where it was if that is refused. */
export function NotificationSwitches() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const [wanted, setWanted] = useState<Partial<Record<SwitchName, 'On' | 'Off'>>>({});
  if (!user) return null;
  const flip = async (name: SwitchName, value: 'On' | 'Off') => {
    setWanted((held) => ({ ...held, [name]: value }));
    await dispatch(saveProfile({ [name]: value }));
    setWanted(({ [name]: _settled, ...others }) => others);
  };
  return (
    <div className={styles.form}>
      {switches.map(({ name, label, hint }) => (
        <Switch
          key={name}
          name={name}
          label={label}
          hint={hint}
          checked={(wanted[name] ?? user[name]) === 'On'}
          aria-busy={name in wanted || undefined}
          onChange={(event) => {
            if (!(name in wanted)) void flip(name, event.target.checked ? 'On' : 'Off');
          }}
        />
      ))}
    </div>
  );
}
