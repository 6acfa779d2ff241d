import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { mentionSources } from '@afterhours/contract/constants/mentions';
import { useSetting } from '#features/account/use-setting.ts';
import { t } from '#lib/text/translate.ts';
import { SettingSelect } from './setting-select.tsx';

const texts = defineMessages('profile.mentions', {
  label: 'Who may mention me',
  hint: 'For everyone else, @ and your username stay plain text, and you aren’t notified.',
  everyone: 'Everyone',
  following: 'People I follow',
  nobody: 'Nobody',
});

/** Chooses who may mention the member. */
export function MentionSetting({ user }: { user: OwnUser }) {
  return (
    <SettingSelect
      name="mentions_from"
      label={t(texts.label)}
      hint={t(texts.hint)}
      values={mentionSources}
      texts={texts}
      stored={user.mentions_from}
      setting={useSetting('mentions_from')}
    />
  );
}
