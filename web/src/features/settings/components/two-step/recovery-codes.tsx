import Download from 'lucide-react/icons/download';
import { useRef, useState } from 'react';
import { saveFile } from '#lib/api/save-file.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import styles from '../settings.module.css';
import { CopyButton } from './copy-button.tsx';
import own from './two-step.module.css';

/** Leaving the codes unkept is asked about: nobody can show them again. */
export function useKept() {
  const [asking, setAsking] = useState(false);
  const settle = useRef<(leave: boolean) => void>(() => undefined);
  const mayLeave = () =>
    new Promise<boolean>((resolve) => {
      settle.current = resolve;
      setAsking(true);
    });
  const answer = (leave: boolean) => {
    setAsking(false);
    settle.current(leave);
  };
  const question = (
    <ConfirmDialog
      open={asking}
      title="Leave without the codes?"
      confirmLabel="Leave"
      cancelLabel="Back to the codes"
      danger
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      They are not shown again. Without them and without your phone you cannot sign in.
    </ConfirmDialog>
  );
  return { mayLeave, question };
}

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void };

/** Shown once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;
  const save = () => saveFile(new Blob([text], { type: 'text/plain' }), 'afterhours-recovery-codes.txt');
  return (
    <div className={styles.form}>
      <p>
        Each of these codes signs you in once, should you not have your phone. Keep them where only you find them: they
        are not shown again.
      </p>
      <ol className={own.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={`${styles.actions} ${styles.start}`}>
        <CopyButton text={text} label="Copy" />
        <Button icon={Download} onClick={save}>
          Download
        </Button>
      </div>
      <div className={styles.actions}>
        <Button variant="primary" data-autofocus="" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
