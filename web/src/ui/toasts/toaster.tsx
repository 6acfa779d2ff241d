import { defineMessages } from '@afterhours/contract/base/message';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import {
  type DefaultToastOptions,
  resolveValue,
  type Toast,
  type ToastPosition,
  toast,
  useToaster,
} from 'react-hot-toast/headless';
import { keepAboveKeyboard } from '#lib/focus/above-keyboard.ts';
import { passFocusOn } from '#lib/focus/keep-focus.ts';
import { SCREEN_READER_ONLY } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import { lift } from '../overlays/lift.ts';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
// Loaded up front, because it must be available when the connection is lost.
import styles from './toaster.module.css';

const texts = defineMessages('ui.toaster', {
  region: 'Messages from the site',
});

const options: DefaultToastOptions = {
  position: 'bottom-left',
  removeDelay: 200,
  duration: 4000,
  blank: { duration: 4000 },
  error: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Number.POSITIVE_INFINITY },
};

const places = { 'top-center': styles.topCenter, 'top-right': styles.topRight, 'bottom-left': styles.bottomLeft };
type Place = keyof typeof places;
const placeNames = Object.keys(places) as Place[];

const placeOf = (position: ToastPosition | undefined): Place =>
  position === 'top-center' || position === 'top-right' ? position : 'bottom-left';

function ToastCard({ item }: { item: Toast }) {
  if (item.className === SCREEN_READER_ONLY) return <VisuallyHidden>{resolveValue(item.message, item)}</VisuallyHidden>;
  return (
    <div ref={passFocusOn} className={cx(styles.toast, styles[item.type], !item.visible && styles.leaving)}>
      {item.type === 'success' && <Icon icon={CircleCheck} className={styles.icon} />}
      {item.type === 'error' && <Icon icon={CircleAlert} className={styles.icon} />}
      {item.type === 'loading' && <Spinner width={18} className={styles.icon} />}
      <div className={styles.text}>{resolveValue(item.message, item)}</div>
      <IconButton icon={X} size={18} label={t(words.dismiss)} onClick={() => toast.dismiss(item.id)} />
    </div>
  );
}

/** Pauses the toasts while the pointer or the focus is on one of them. */
function useHeld(layer: RefObject<HTMLElement | null>, hold: () => void, release: () => void) {
  useEffect(() => {
    const element = layer.current;
    const listening = new AbortController();
    for (const name of ['mouseenter', 'focusin']) element?.addEventListener(name, hold, listening);
    for (const name of ['mouseleave', 'focusout']) element?.addEventListener(name, release, listening);
    return () => listening.abort();
  }, [layer, hold, release]);
  // Toasts that are paused when this component is removed would otherwise stay forever.
  const onRemoved = useEffectEvent(release);
  useEffect(() => () => onRemoved(), []);
}

/**
 * Toasts appear in the bottom left corner, except those whose position the specification fixes.
 *
 * Shows the toasts of `react-hot-toast/headless`: errors 4 s, successes 2 s, others 4 s, at most 20 at a time. They
 * pause while the pointer or the focus is on one. The live regions exist from the start, so that the first toast is
 * announced, too.
 */
export function Toaster() {
  const layer = useRef<HTMLElement>(null);
  const { toasts, handlers } = useToaster(options);
  const newest = toasts[0]?.id;

  useHeld(layer, handlers.startPause, handlers.endPause);
  // The top layer stacks in the order of showing: showing this again puts it above a dialog opened in the meantime.
  useLayoutEffect(() => {
    const element = layer.current;
    if (!element) return;
    const isLifted = element.popover !== null;
    if (newest ? !isLifted || document.querySelector('dialog[open]') : isLifted) lift(element);
  }, [newest]);
  useEffect(() => (layer.current ? keepAboveKeyboard(layer.current) : undefined), []);
  // Lifting forces a layout, so without a toast it waits until the page has been painted.
  useEffect(() => {
    const timer = setTimeout(() => layer.current?.popover === null && lift(layer.current));
    return () => clearTimeout(timer);
  }, []);

  const inGroup = (place: Place, error: boolean) =>
    toasts
      .filter((item) => placeOf(item.position) === place && (item.type === 'error') === error)
      .map((item) => <ToastCard key={item.id} item={item} />);
  return (
    <section ref={layer} aria-label={t(texts.region)} className={styles.layer}>
      {placeNames.map((place) => (
        <div key={place} className={cx(styles.place, places[place])}>
          <div role="alert" className={styles.group}>
            {inGroup(place, true)}
          </div>
          <div role="status" className={styles.group}>
            {inGroup(place, false)}
          </div>
        </div>
      ))}
    </section>
  );
}
