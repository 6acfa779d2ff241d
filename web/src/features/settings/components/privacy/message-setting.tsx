import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { messageSources } from '@afterhours/contract/constants/messages';
import { useSetting } from '#features/account/use-setting.ts';
import { t } from '#lib/text/translate.ts';
import { SettingSelect } from './setting-select.tsx';

const texts = defineMessages('profile.messages', {
  label: 'Who may send me a first message',
  hint:
    'First messages from people you don’t know are requests: you aren’t notified, and they won’t know that you’ve ' +
    'read them.',
  everyone: 'Everyone, as a request',
  known: 'Only members I follow or am connected with',
});

/** Chooses who may send the member a first message. */
export function MessageSetting({ user }: { user: OwnUser }) {
  return (
    <SettingSelect
      name="messages_from"
      label={t(texts.label)}
      hint={t(texts.hint)}
      values={messageSources}
      texts={texts}
      stored={user.messages_from}
      setting={useSetting('messages_from')}
    />
  );
}
