import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { floatBeside } from './anchor.ts';
import styles from './popover.module.css';
import { usePressOutside } from './use-press-outside.ts';

/** The props that the popover's trigger button must spread. */
type PopoverTriggerProps = Required<Pick<ComponentProps<'button'>, 'onClick' | 'aria-haspopup' | 'aria-expanded'>> & {
  ref: RefObject<HTMLButtonElement | null>;
};

type PopoverProps = {
  /** Names the panel for assistive technology. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  renderTrigger: (props: PopoverTriggerProps) => ReactNode;
  /** The content while the panel is open. */
  children: ReactNode;
};

/**
 * A button that opens a small panel next to it. The focus moves into the panel, and returns to the button if it would
 * be lost when the panel closes. Escape, leaving the panel, and a click outside close it.
 */
export function Popover({ label, open, onOpenChange, renderTrigger, children }: PopoverProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    if (closed && document.activeElement === document.body) trigger.current?.focus({ preventScroll: true });
    if (!open || !panel.current || !trigger.current) return undefined;
    const stop = floatBeside(panel.current, trigger.current, 'top');
    panel.current.querySelector<HTMLElement>(':checked, input, button')?.focus({ preventScroll: true });
    return stop;
  }, [open]);
  usePressOutside(open, trigger, panel, () => onOpenChange(false));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onOpenChange(false);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) onOpenChange(false);
  };
  return (
    <>
      {renderTrigger({
        ref: trigger,
        onClick: () => onOpenChange(!open),
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
      })}
      {open && (
        // The controls are inside; this element only observes their events.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          ref={panel}
          role="dialog"
          aria-label={label}
          className={styles.panel}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
        >
          {children}
        </div>
      )}
    </>
  );
}
