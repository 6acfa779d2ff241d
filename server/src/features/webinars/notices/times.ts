import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { english } from '#texts/english.ts';
import { writeTime } from '#texts/times.ts';

const texts = defineMessages('webinars.mail.times', { scheduled: 'It was scheduled for: {time}' });

/** The line about the time of a webinar that does not take place; none if it had no time. */
export const listScheduled = (time: Date | null, zone: string | null): WrittenText[] =>
  time ? [english(texts.scheduled, { time: writeTime(time, zone) })] : [];
