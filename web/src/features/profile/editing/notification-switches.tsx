import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { saveProfile } from '../profile-commands.ts';
import styles from './editor.module.css';

const texts = defineMessages('profile.notifications', {
  messages: 'Messages',
  messagesHint: 'Someone sends you a message',
  comments: 'Comments',
  commentsHint: 'Someone comments on your post or replies to you',
  likes: 'Likes',
  likesHint: 'Someone likes what you wrote',
  events: 'Events',
  eventsHint: 'Webinars, job applications and invitations',
  follow: 'Follow',
  followHint: 'Someone follows you',
});

const switches = [
  { name: 'message_notification', label: texts.messages, hint: texts.messagesHint },
  { name: 'comment_notification', label: texts.comments, hint: texts.commentsHint },
  { name: 'like_notification', label: texts.likes, hint: texts.likesHint },
  { name: 'event_notification', label: texts.events, hint: texts.eventsHint },
  { name: 'follow_notification', label: texts.follow, hint: texts.followHint },
] as const;

type SwitchName = (typeof switches)[number]['name'];

/** A switch for each kind of notification. Each takes effect at once; a refused one goes back. */
export function NotificationSwitches() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectOwnUser);
  const [wanted, setWanted] = useState<Partial<Record<SwitchName, 'On' | 'Off'>>>({});
  if (!user) return null;
  const flip = async (name: SwitchName, value: 'On' | 'Off') => {
    setWanted((current) => ({ ...current, [name]: value }));
    await dispatch(saveProfile({ [name]: value }));
    setWanted(({ [name]: _settled, ...others }) => others);
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
          onChange={(event) => {
            if (!(name in wanted)) void flip(name, event.target.checked ? 'On' : 'Off');
          }}
        />
      ))}
    </div>
  );
}
