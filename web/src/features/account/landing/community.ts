/** Sample posts and members of the demo community, shown to visitors. */
import { defineMessages, type Message } from '@afterhours/contract/base/message';
import hassan from './pictures/hassan.webp';
import isabela from './pictures/isabela.webp';
import kwabena from './pictures/kwabena.webp';
import linnea from './pictures/linnea.webp';
import mei from './pictures/mei.webp';
import robin from './pictures/robin.webp';
import siobhan from './pictures/siobhan.webp';
import tomas from './pictures/tomas.webp';

const texts = defineMessages('account.landing.community', {
  baker: 'Sourdough baker',
  candles: 'Candle maker',
  garden: 'Garden designer',
  wood: 'Woodworker',
  music: 'Music teacher',
  books: 'Bookkeeper',
  illustrator: 'Children’s book illustrator',
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
  mei: 'Mei Watanabe',
  kwabena: 'Kwabena Mensah',
  siobhan: 'Siobhán Ní Dhomhnaill',
  hassan: 'Hassan El Amrani',
});

export type Face = { name: Message; trade: Message; picture: string };

const face = (name: Message, trade: Message, picture: string): Face => ({ name, trade, picture });

export const hero = {
  author: face(names.robin, texts.baker, robin),
  when: texts.goodDayWhen,
  text: texts.goodDay,
  picture: texts.goodDayPicture,
};

export type Glimpse = {
  kind: 'job' | 'webinar' | 'general';
  author: Face;
  title: Message;
  text: Message;
  /** The pay, or the time. */
  fact?: Message;
};

export const glimpses: readonly Glimpse[] = [
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

export const faces: readonly Face[] = [
  face(names.mei, texts.wood, mei),
  face(names.kwabena, texts.books, kwabena),
  face(names.siobhan, texts.music, siobhan),
  face(names.hassan, texts.illustrator, hassan),
];
