/** Invented posts and members, which show visitors what members publish. */
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import isabela from './pictures/isabela.webp';
import linnea from './pictures/linnea.webp';
import robin from './pictures/robin.webp';
import tomas from './pictures/tomas.webp';

const texts = defineMessages('account.landing.samplePosts', {
  baker: 'Sourdough baker',
  candles: 'Candle maker',
  garden: 'Garden designer',
  luthier: 'Luthier',
  goodDay:
    'A good day: a three-tier lemon cake went out of the door, the invoice too, and I was in bed before midnight.',
  goodDayPicture: 'A table at night: a lit lamp, a cup and an open notebook with a pencil.',
  goodDayWhen: '2 h',
  job: 'Two hands for the December markets',
  jobText: 'A single long weekend, in person, travel paid. What you would do: pouring, packing and smiling.',
  jobPay: '€150 a day',
  webinar: 'Growing cut flowers on twelve square metres',
  webinarText: 'Forty minutes of talk, twenty of questions, and the planting plan to take home.',
  webinarWhen: 'Thursday, 19:30',
  question: 'How do you quote for a piece you have never made?',
  questionText: 'Ask for half in advance, said fourteen people within the hour.',
});

const names = defineMessages('account.landing.names', {
  robin: 'Robin Ashworth',
  isabela: 'Isabela Cruz',
  tomas: 'Tomáš Dvořák',
  linnea: 'Linnéa Öberg',
});

export type Face = { name: MessageDescriptor; trade: MessageDescriptor; picture: string };

const face = (name: MessageDescriptor, trade: MessageDescriptor, picture: string): Face => ({ name, trade, picture });

export const hero = {
  author: face(names.robin, texts.baker, robin),
  when: texts.goodDayWhen,
  text: texts.goodDay,
  picture: texts.goodDayPicture,
};

/** A post, abbreviated. */
export type Sample = {
  kind: 'job' | 'webinar' | 'general';
  author: Face;
  title: MessageDescriptor;
  text: MessageDescriptor;
  /** The pay, or the time. */
  fact?: MessageDescriptor;
};

export const samples: readonly Sample[] = [
  {
    kind: 'job',
    author: face(names.isabela, texts.candles, isabela),
    title: texts.job,
    text: texts.jobText,
    fact: texts.jobPay,
  },
  {
    kind: 'webinar',
    author: face(names.tomas, texts.garden, tomas),
    title: texts.webinar,
    text: texts.webinarText,
    fact: texts.webinarWhen,
  },
  {
    kind: 'general',
    author: face(names.linnea, texts.luthier, linnea),
    title: texts.question,
    text: texts.questionText,
  },
];
