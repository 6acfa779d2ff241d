import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import styles from './steps.module.css';

const texts = defineMessages('newcomers.buttons', { skip: 'Skip', next: 'Continue' });

type StepButtonsProps = {
  onNext: () => void;
  /** True if something was done in this step, so that there is nothing to skip. */
  isDone: boolean;
  /** The submit button of a form, in place of Continue. */
  children?: ReactNode;
};

/** Skip, or Continue once something was done. */
export function StepButtons({ onNext, isDone, children }: StepButtonsProps) {
  return (
    <div className={styles.buttons}>
      {!isDone && (
        <Button variant="quiet" onClick={onNext}>
          {t(texts.skip)}
        </Button>
      )}
      {children ??
        (isDone && (
          <Button variant="primary" onClick={onNext}>
            {t(texts.next)}
          </Button>
        ))}
    </div>
  );
}
