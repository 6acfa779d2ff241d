import { cloneElement, type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { floatBeside } from './anchor.ts';
import styles from './tooltip.module.css';

type TooltipProps = {
  text: string;
  /** A focusable element: a button or a link. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
};

/** Milliseconds of hovering before it appears; on focus it appears at once. */
const HOVER_MS = 400;

/**
 * A short explanation on hover and focus, also for assistive technology; Escape hides it. It must not be the only name
 * of an element.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const wrap = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(false);

  useLayoutEffect(() => {
    if (!shown || !wrap.current || !tip.current) return undefined;
    return floatBeside(tip.current, wrap.current, 'top');
  }, [shown]);

  useEffect(() => {
    const element = wrap.current;
    if (!element) return undefined;
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => setShown(true);
    const hide = () => {
      clearTimeout(timer);
      setShown(false);
    };
    const rest = () => {
      timer = setTimeout(show, HOVER_MS);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    element.addEventListener('mouseenter', rest, listening);
    element.addEventListener('focusin', show, listening);
    for (const name of ['mouseleave', 'focusout', 'click']) element.addEventListener(name, hide, listening);
    document.addEventListener('keydown', escape, listening);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);

  return (
    <span ref={wrap} className={styles.wrap}>
      {cloneElement(children, { 'aria-describedby': shown ? id : undefined })}
      {shown && (
        <span ref={tip} id={id} role="tooltip" className={styles.tip}>
          {text}
        </span>
      )}
    </span>
  );
}
