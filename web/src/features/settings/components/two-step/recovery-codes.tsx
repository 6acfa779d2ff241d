import { defineMessages } from '@afterhours/contract/base/message';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef } from 'react';
import { settingsTexts } from '#features/settings/settings-texts.ts';
import { useQuestion } from '#features/settings/use-question.ts';
import { saveFile } from '#lib/api/save-file.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import styles from '../settings.module.css';
import own from './two-step.module.css';

const texts = defineMessages('settings.recoveryCodes', {
  label: 'Recovery codes',
  lead:
    'Each of these codes signs you in once if you don’t have your phone. Keep them where only you can find them: ' +
    'they are not shown again.',
  download: 'Download',
  kept: 'I have saved them',
  leaveTitle: 'Leave without the codes?',
  leave: 'Leave',
  back: 'Back to the codes',
  leaveHint: 'They are not shown again. Without them and without your phone you cannot sign in.',
});

/** Asks for a confirmation before recovery codes are closed: they are not shown again. */
export function useKept(codes: readonly string[] | undefined) {
  const { asking, ask, answer } = useQuestion();
  const question = (
    <ConfirmDialog
      open={asking}
      title={t(texts.leaveTitle)}
      confirmLabel={t(texts.leave)}
      cancelLabel={t(texts.back)}
      danger
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {t(texts.leaveHint)}
    </ConfirmDialog>
  );
  return { mayClose: () => !codes || ask(), question };
}

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void };

/** The recovery codes, which are shown only once. They take the focus, which a form had that is gone. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  const save = () => saveFile(new Blob([text], { type: 'text/plain' }), 'afterhours-recovery-codes.txt');
  return (
    <div ref={place} tabIndex={-1} className={styles.form}>
      <p>{t(texts.lead)}</p>
      <ol className={own.codes} aria-label={t(texts.label)}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={`${styles.actions} ${styles.start}`}>
        <CopyButton text={text} label={t(settingsTexts.copy)} />
        <Button icon={Download} onClick={save}>
          {t(texts.download)}
        </Button>
      </div>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onKept}>
          {t(texts.kept)}
        </Button>
      </div>
    </div>
  );
}
