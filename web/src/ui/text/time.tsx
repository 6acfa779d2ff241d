import { useSyncExternalStore } from 'react';
import { formatAgo, formatExact, formatRelative } from '#lib/text/format.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type TimeProps = {
  value: string | number | Date;
  /** For the end of a sentence: "Last online 5 min ago". */
  ago?: boolean;
  className?: string;
};

const half = 30_000;
const subscribers = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** A single timer for all times on the page. */
function subscribe(listener: () => void): () => void {
  subscribers.add(listener);
  ticking ??= setInterval(() => {
    for (const each of subscribers) each();
  }, half);
  return () => {
    subscribers.delete(listener);
    if (subscribers.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

const now = () => Math.floor(Date.now() / half) * half;

/**
 * The age of a moment, updated while the page is open. The exact moment is in the tooltip and is announced to screen
 * readers.
 */
export function Time({ value, ago = false, className }: TimeProps) {
  useSyncExternalStore(subscribe, now, now);
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time dateTime={date.toISOString()} title={formatExact(date)} className={className}>
      <span aria-hidden="true">{ago ? formatAgo(date) : formatRelative(date)}</span>
      <VisuallyHidden>{formatExact(date)}</VisuallyHidden>
    </time>
  );
}
