import { useSyncExternalStore } from 'react';
import { formatExact, formatRelative } from '#lib/format.ts';

type TimeProps = { value: string | number | Date; className?: string };

const half = 30_000;
const subscribers = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on the page. */
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

/** How long ago, kept true while the page stays open; the exact moment in the tooltip and for machines. */
export function Time({ value, className }: TimeProps) {
  useSyncExternalStore(subscribe, now, now);
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time dateTime={date.toISOString()} title={formatExact(date)} className={className}>
      {formatRelative(date)}
    </time>
  );
}
