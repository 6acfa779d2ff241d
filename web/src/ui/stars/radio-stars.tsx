import { defineMessages } from '@afterhours/contract/base/message';
import Star from 'lucide-react/icons/star';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import styles from './stars.module.css';

const texts = defineMessages('ui.stars', {
  choice: '{stars, plural, one {# star} other {# stars}}',
});

type RadioStarsProps = {
  /** The accessible name: "Rate this post". */
  legend: string;
  /** 1 to 5; 0 if nothing is chosen. */
  value: number;
  onChange: (stars: number) => void;
};

const choices = [1, 2, 3, 4, 5];
const arrows: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

const focusedStars = (row: Element): number => Number(row.querySelector<HTMLInputElement>('input:focus')?.value ?? 0);

/** Arrow keys only move; Space, Enter or a click chooses. Escape and blur return to the chosen rating. */
function useMoved({ value, onChange }: Pick<RadioStarsProps, 'value' | 'onChange'>) {
  const [moved, setMoved] = useState<number | null>(null);
  const byArrow = useRef(false);
  const choose = (stars: number) => {
    setMoved(null);
    onChange(stars);
  };
  return {
    shown: moved ?? value,
    pick: (stars: number) => (byArrow.current ? setMoved(stars) : choose(stars)),
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        byArrow.current = arrows.has(event.key);
        if (event.key === ' ' || event.key === 'Enter') choose(focusedStars(event.currentTarget));
        else {
          if (event.key === 'Escape' && moved !== null) {
            setMoved(null);
            event.currentTarget.querySelector<HTMLElement>(`[value="${value}"]`)?.focus();
          }
          // Escape must also close the popover that contains the stars.
          return;
        }
        event.preventDefault();
      },
      onKeyUp: () => {
        byArrow.current = false;
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (currentTarget.contains(relatedTarget)) return;
        byArrow.current = false;
        setMoved(null);
      },
    },
  };
}

/** Five stars as a radio group. */
export function RadioStars({ legend, value, onChange }: RadioStarsProps) {
  const name = useId();
  const { shown, pick, handlers } = useMoved({ value, onChange });
  return (
    <fieldset className={cx(styles.row, styles.choose)} {...handlers}>
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      {choices.map((stars) => (
        <label key={stars} className={styles.option} title={t(texts.choice, { stars })}>
          <input
            type="radio"
            name={name}
            value={stars}
            checked={shown === stars}
            aria-label={t(texts.choice, { stars })}
            onChange={() => pick(stars)}
          />
          <Icon icon={Star} size={20} />
        </label>
      ))}
    </fieldset>
  );
}
