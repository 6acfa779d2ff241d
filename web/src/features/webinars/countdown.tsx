import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import styles from './webinars.module.css';

const texts = defineMessages('webinars.countdown', {
  days: 'It opens in {days, plural, one {# day} other {# days}} and {hours, plural, one {# hour} other {# hours}}.',
  clock: 'It opens in {clock}.',
});

const SECOND_MS = 1_000;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

const two = (part: number): string => String(Math.floor(part)).padStart(2, '0');

/** "1:05:09" */
const toClock = (seconds: number): string =>
  `${Math.floor(seconds / HOUR_S)}:${two((seconds % HOUR_S) / 60)}:${two(seconds % 60)}`;

function describe(seconds: number): string {
  if (seconds < DAY_S) return t(texts.clock, { clock: toClock(seconds) });
  return t(texts.days, { days: Math.floor(seconds / DAY_S), hours: Math.floor((seconds % DAY_S) / HOUR_S) });
}

type CountdownProps = {
  until: string;
  /** What the server's clock said when it answered: this one may be wrong. */
  serverNow: string;
  onEnd: () => void;
};

/** Counts down to a time and calls `onEnd` then, and once a minute until somebody takes it away. */
export function Countdown({ until, serverNow, onEnd }: CountdownProps) {
  const [offset] = useState(() => new Date(serverNow).getTime() - Date.now());
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((new Date(until).getTime() - now - offset) / SECOND_MS));
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const ended = left === 0;
  useEffect(() => {
    if (!ended) return undefined;
    onEnd();
    const timer = setInterval(onEnd, 60 * SECOND_MS);
    return () => clearInterval(timer);
    // The end is an event: another function to call is none.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ended]);
  return (
    <p role="timer" className={styles.countdown}>
      {describe(left)}
    </p>
  );
}
