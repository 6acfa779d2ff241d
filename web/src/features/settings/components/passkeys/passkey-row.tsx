import type { Passkey } from '@afterhours/contract/account/passkeys';
import { defineMessages } from '@afterhours/contract/base/message';
import KeyRound from 'lucide-react/icons/key-round';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import rows from '#ui/styles/rows.module.css';
import { Icon } from '#ui/text/icon.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';

const texts = defineMessages('settings.passkey', {
  added: 'Added {time}',
  used: 'Added {time}, last used {use}',
  rename: 'Rename',
  renameOf: 'Rename {label}, added {time}',
  remove: 'Remove',
  removeOf: 'Remove {label}, added {time}',
});

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

export function PasskeyRow({ passkey: { _id, label, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
  const time = <Time value={createdAt} ago />;
  const row = { label, time: formatExact(createdAt) };
  return (
    <li data-row={_id} className={rows.row}>
      <Icon icon={KeyRound} size={24} className={rows.icon} />
      <span className={rows.text}>
        <strong>
          <bdi>{label}</bdi>
        </strong>
        <span className={rows.quiet}>
          {lastUsedAt ? (
            <Sentence text={texts.used} values={{ time, use: <Time value={lastUsedAt} ago /> }} />
          ) : (
            <Sentence text={texts.added} values={{ time }} />
          )}
        </span>
      </span>
      <span className={rows.actions}>
        <Button size="small" data-control="rename" aria-label={t(texts.renameOf, row)} onClick={onRename}>
          {t(texts.rename)}
        </Button>
        <Button size="small" data-control="remove" aria-label={t(texts.removeOf, row)} onClick={onRemove}>
          {t(texts.remove)}
        </Button>
      </span>
    </li>
  );
}
