import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { mentionSources } from '@afterhours/contract/constants/mentions';
import { useSetting } from '#features/account/use-setting.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';

const texts = defineMessages('profile.mentions', {
  label: 'Who may mention me',
  hint: 'For everyone else, @ and your username stay plain text, and you aren’t notified.',
  everyone: 'Everyone',
  following: 'People I follow',
  nobody: 'Nobody',
});

/** Chooses who may mention the member. */
export function MentionSetting({ user }: { user: OwnUser }) {
  const [wanted, choose] = useSetting('mentions_from');
  return (
    <Select
      name="mentions_from"
      label={t(texts.label)}
      hint={t(texts.hint)}
      value={wanted ?? user.mentions_from}
      aria-busy={wanted !== undefined || undefined}
      onChange={({ target }) => {
        const source = mentionSources.find((one) => one === target.value);
        if (source) void choose(source);
      }}
    >
      {mentionSources.map((source) => (
        <option key={source} value={source}>
          {t(texts[source])}
        </option>
      ))}
    </Select>
  );
}
