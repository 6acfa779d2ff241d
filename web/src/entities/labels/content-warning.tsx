import { defineMessages } from '@afterhours/contract/base/message';
import { isCovered, type Label, labelNotes } from '@afterhours/contract/constants/labels';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Icon } from '#ui/text/icon.tsx';
import styles from './labels.module.css';

const texts = defineMessages('labels.cover', {
  show: 'Show',
});

type ContentWarningProps = { label: Label | null | undefined; children: ReactNode };

/** Hides content with a covering label behind a button. Content with another label, or none, is shown. */
export function ContentWarning({ label, children }: ContentWarningProps) {
  const [shown, setShown] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (shown) content.current?.focus({ preventScroll: true });
  }, [shown]);
  if (!isCovered(label)) return children;
  if (shown) {
    return (
      <div ref={content} tabIndex={-1} className={styles.shown}>
        {children}
      </div>
    );
  }
  return (
    <div className={styles.cover}>
      <p>
        <Icon icon={EyeOff} size={18} />
        {t(labelNotes.sensitive)}
      </p>
      <Button size="small" onClick={() => setShown(true)}>
        {t(texts.show)}
      </Button>
    </div>
  );
}
