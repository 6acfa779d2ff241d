import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { type MentionSource, mentionSources } from '@afterhours/contract/constants/mentions';
import { useState } from 'react';
import { showError } from '#lib/notify.ts';
import { isQueued, queueSerially } from '#lib/serial-queue.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { saveSetting } from './switch-command.ts';

const texts = defineMessages('profile.mentions', {
  label: 'Who may mention me',
  hint: 'Where somebody may not, @ and your username stay plain text, and you are not told.',
  everyone: 'Everyone',
  following: 'People I follow',
  nobody: 'Nobody',
});

const KEY = 'setting mentions_from';

/** Who may mention the member. A choice shows and takes effect at once; a refused one shows what the server holds. */
export function MentionSetting({ user }: { user: OwnUser }) {
  const dispatch = useAppDispatch();
  const [wanted, setWanted] = useState<MentionSource>();
  const choose = async (source: MentionSource) => {
    setWanted(source);
    const failed = await queueSerially(KEY, () => dispatch(saveSetting({ mentions_from: source })));
    if (isQueued(KEY)) return;
    setWanted(undefined);
    // A 401 leads to the login page, where it is explained.
    if (failed && failed.status !== 401) showError(failed.message);
  };
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
