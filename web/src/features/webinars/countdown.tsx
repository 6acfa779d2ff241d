import { SECOND_MS } from '@afterhours/contract/base/durations';
import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import styles from './webinars.module.css';

const texts = defineMessages('webinars.countdown', {
  days: 'It opens in {days, plural, one {# day} other {# days}} and {hours, plural, one {# hour} other {# hours}}.',
  clock: 'It opens in {clock}.',
});

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

const two = (part: number): string => String(Math.floor(part)).padStart(2, '0');

/** Formats seconds as "1:05:09". */
const toClock = (seconds: number): string =>
  `${Math.floor(seconds / HOUR_S)}:${two((seconds % HOUR_S) / 60)}:${two(seconds % 60)}`;

function describe(seconds: number): string {
  if (seconds < DAY_S) return t(texts.clock, { clock: toClock(seconds) });
  return t(texts.days, { days: Math.floor(seconds / DAY_S), hours: Math.floor((seconds % DAY_S) / HOUR_S) });
}

type CountdownProps = {
  until: string;
  /** The server's time when it responded: the local clock may be wrong. */
  serverNow: string;
  onEnd: () => void;
};

/** Counts down to a time and then calls `onEnd`, and again every minute until it is unmounted. */
export function Countdown({ until, serverNow, onEnd }: CountdownProps) {
  const [offset] = useState(() => new Date(serverNow).getTime() - Date.now());
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((new Date(until).getTime() - now - offset) / SECOND_MS));
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const ended = left === 0;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!ended) return undefined;
    end();
    const timer = setInterval(() => end(), 60 * SECOND_MS);
    return () => clearInterval(timer);
  }, [ended]);
  return (
    <p role="timer" className={styles.countdown}>
      {describe(left)}
    </p>
  );
}
