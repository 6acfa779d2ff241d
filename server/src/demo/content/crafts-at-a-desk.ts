import * as backgrounds from './backgrounds-at-a-desk.ts';
import type { Craft } from './craft.ts';

const photography: Craft = {
  background: backgrounds.photography,
  professions: ['Photographer', 'Wedding photographer', 'Food photographer'],
  intros: ['Portraits in daylight. I teach maths until three.', 'Quiet weddings, loud dance floors.'],
  things: ['a gallery of 212 pictures', 'portraits of a whole fire brigade', 'a menu shoot with eleven dishes'],
  clients: ['a family of seven', 'the ramen place by the station', 'a choir'],
  works: ['culling', 'retouching', 'scouting light'],
  tips: [
    'Send five pictures the same evening. The gallery may take three weeks after that and everybody is happy.',
    'Put the number of hours, not the number of pictures, in the contract. Nobody has asked me for "all the raws" since.',
    'Walk the place at the same hour a day before. Light is the only assistant who works for free.',
  ],
  questions: [
    'How do you hand over galleries? I am tired of download links that expire on a Sunday.',
    'What do you charge a non-profit? Half, or full with a donation back?',
    'Does anyone rent out a small studio by the hour near the centre?',
  ],
  snags: [
    'a card failed after the first dance',
    'the sun set behind the only tall building',
    'I left the charger in another city',
  ],
  tags: ['photography', 'portrait', 'naturallight', 'weddings'],
  scenes: ['landscape', 'city', 'landscape'],
  webinars: ['One window, one reflector: portraits at home', 'A contract on one page for photographers'],
  helpers: ['a second shooter for June', 'a retoucher with a soft hand'],
};

const bookkeeping: Craft = {
  background: backgrounds.bookkeeping,
  professions: ['Bookkeeper', 'Tax adviser for freelancers'],
  intros: ['I make shoe boxes full of receipts disappear.', 'Numbers for people who are good at other things.'],
  things: ['nine annual statements', 'a template for quarterly tax', 'a cash plan for a one-woman bakery'],
  clients: ['an illustrator who feared her post box', 'three podcasters', 'a tattoo studio'],
  works: ['reconciling', 'sorting receipts', 'answering letters from the tax office'],
  tips: [
    'Move a third of every payment to a second account the day it comes in. It is not your money, and it stops feeling like it.',
    'Send the invoice on the day of the work. Mine are paid eleven days earlier on average since I do.',
    'Write on each receipt who you had lunch with. In two years neither you nor anyone else will know.',
  ],
  questions: [
    'Who has moved from a side income to full time in the middle of a tax year? What did you wish you had known?',
    'Do you take clients who pay in cash only? I am about to say no.',
    'Which invoicing tool lets you leave again with your data?',
  ],
  snags: [
    'a client sent 214 photographs of receipts, upside down',
    'the portal was down on the last day',
    'two invoices had the same number',
  ],
  tags: ['bookkeeping', 'tax', 'freelancemoney', 'pricing'],
  scenes: ['chart', 'chart', 'desk'],
  webinars: ['Your first year of side income, tax by tax', 'A cash plan on a single page'],
  helpers: ['a bookkeeper in training, two evenings a week', 'a designer for a very dry template'],
};

const audio: Craft = {
  background: backgrounds.audio,
  professions: ['Podcast editor', 'Sound designer', 'Voice actor'],
  intros: ['I remove the ums and keep the laughs.', 'Sound for small stories. Call centre by day, which helps.'],
  things: ['episode 100 of a show about bread', 'a six-part series on night buses', 'a jingle of four seconds'],
  clients: ['two retired teachers', 'a museum', 'a start-up that talks too fast'],
  works: ['cutting breaths', 'mixing', 'writing show notes'],
  tips: [
    'Record ten seconds of silence in every room. You will need it in every single edit.',
    'Quote per finished minute, and say how many rounds of changes are in it. Two is plenty.',
    'A duvet over the door beats a microphone for 400. I have both and use the duvet.',
  ],
  questions: [
    'What do you pay for music licences on a show with 900 listeners?',
    'How do you tell a client that the intro is too long, by two minutes?',
    'Which transcription do you trust with accents? Mine turned a bishop into a fish shop.',
  ],
  snags: [
    'the guest recorded an hour of the wrong microphone',
    'my neighbour took up the trumpet',
    'the file was mono, and the wrong mono',
  ],
  tags: ['podcast', 'audio', 'editing', 'voiceover'],
  scenes: ['desk', 'poster', 'chart'],
  webinars: ['Edit a podcast in ninety minutes', 'A voice booth from a wardrobe'],
  helpers: ['a show-notes writer', 'a voice for a museum guide, any accent'],
};

const illustration: Craft = {
  background: backgrounds.illustration,
  professions: ['Illustrator', 'Children’s book illustrator', 'Printmaker'],
  intros: ['Ink, two colours, big hands. I drive a tram.', 'Pictures for books about feelings and foxes.'],
  things: [
    'a riso zine of sixteen pages',
    'the cover of a cookery book',
    'thirty-one small drawings in thirty-one days',
  ],
  clients: ['a theatre', 'a publisher with four employees', 'a brewery that names beers after rivers'],
  works: ['inking', 'thumbnails', 'separating colours'],
  tips: [
    'Send three thumbnails, never one. With one they ask "could you try"; with three they choose.',
    'Sell the licence, not the drawing. I earned more from the same fox in year two than in year one.',
    'Limit the palette before you start. Two inks and paper make decisions for you.',
  ],
  questions: [
    'How much of a fee do you ask for when a job is cancelled after sketches?',
    'Where do you print zines below 100 copies that do not smell of toner?',
    'Do you still answer briefs with "exposure" in them, and how politely?',
  ],
  snags: [
    'the cat walked over the final ink',
    'the printer swapped my two colours',
    'the author wanted the fox to be a badger, on page 30',
  ],
  tags: ['illustration', 'drawing', 'printmaking', 'picturebooks'],
  scenes: ['poster', 'pattern', 'swatches'],
  webinars: ['Licences for illustrators, in plain words', 'Two inks: drawing for riso'],
  helpers: ['an agent for picture books', 'a printer who answers e-mails'],
};

const code: Craft = {
  background: backgrounds.code,
  professions: ['Web developer', 'Indie app maker', 'Accessibility consultant'],
  intros: ['Small fast websites for small slow businesses.', 'I build one tiny app a season and answer every mail.'],
  things: [
    'a booking page that weighs 40 KB',
    'a habit app without streaks',
    'an accessibility audit of a city library',
  ],
  clients: ['a physiotherapist', 'a chess club', 'a vineyard with bad reception'],
  works: ['deleting code', 'writing tests', 'fixing a date bug'],
  tips: [
    'Put the price on the page. I lost the people who only wanted to ask, and had eleven good talks instead of forty.',
    'Test with the keyboard before you send the link. It takes two minutes and finds half of what an audit finds.',
    'Keep a folder of thank-you mails. Open it on the day a build fails for six hours.',
  ],
  questions: [
    'What do you charge for maintenance: a month, an hour, or a handshake?',
    'How do you hand over a site to someone who has never seen a terminal?',
    'Has anyone sold a small app with 300 paying users? How was the price found?',
  ],
  snags: [
    'the customer updated everything on a Friday',
    'a certificate expired on my wedding day',
    'daylight saving broke the bookings, again',
  ],
  tags: ['webdev', 'indiehackers', 'accessibility', 'smallweb'],
  scenes: ['desk', 'chart', 'city'],
  webinars: ['A website that your client can keep', 'Keyboard first: an audit in an hour'],
  helpers: ['a tester with a screen reader', 'a copywriter who hates adjectives'],
};

const words: Craft = {
  background: backgrounds.words,
  professions: ['Translator', 'Copywriter', 'Subtitler'],
  intros: [
    'Portuguese, German, English, in whichever direction pays the rent.',
    'I write the small text that nobody notices.',
  ],
  things: [
    'a cookbook from two languages into one',
    'subtitles for a film without much talking',
    'a website in nine sentences',
  ],
  clients: ['a shoe maker', 'a film school', 'an olive farm'],
  works: ['proof-reading', 'chasing a pun', 'building glossaries'],
  tips: [
    'Read it aloud before it leaves the house. The ear finds what three passes of the eye did not.',
    'Charge for the glossary. It is the part that makes the second job twice as fast, for both of you.',
    'Ask who reads it, on which screen, in what mood. Then throw away the brief.',
  ],
  questions: [
    'How do you price a post-edit of a machine translation? By the hour, by the tear?',
    'Does anybody still sign tests of 500 unpaid words?',
    'What is your word for "cosy" when the client has banned "cosy"?',
  ],
  snags: [
    'the joke only works in one of the two languages',
    'the file came back with tracked changes from five people',
    'a line break ate a whole paragraph in print',
  ],
  tags: ['translation', 'copywriting', 'languages', 'writing'],
  scenes: ['desk', 'poster', 'city'],
  webinars: ['Write less: a home page in nine sentences', 'Starting out as a subtitler'],
  helpers: ['a proof-reader for Portuguese', 'a second translator for a cookbook'],
};

const teaching: Craft = {
  background: backgrounds.teaching,
  professions: ['Language tutor', 'Music teacher', 'Yoga teacher', 'Maths tutor'],
  intros: [
    'Four pupils, one piano, no scales before coffee.',
    'Evening classes for people who had the wrong teacher at school.',
  ],
  things: ['a course of eight evenings', 'a first online class', 'a workbook with mistakes in it, on purpose'],
  clients: ['six beginners over sixty', 'a call centre', 'a boy who hates fractions'],
  works: ['planning lessons', 'marking', 'recording exercises'],
  tips: [
    'Start with the mistake. My pupils now look for it, and stay awake.',
    'Sell courses, not hours. Eight evenings paid at once end the Sunday messages that say "not today".',
    'Send a summary of five lines the same night. Parents read it, pupils pretend not to.',
  ],
  questions: [
    'How do you handle cancellations on the day, without being the bad one?',
    'Which room do you rent for eight people, with chairs, for less than 20 an hour?',
    'Do recorded lessons eat up your live ones?',
  ],
  snags: [
    'the video froze on my most unfortunate face',
    'two pupils brought the same cold',
    'the hall was double-booked with a choir',
  ],
  tags: ['teaching', 'tutoring', 'evening_class', 'learning'],
  scenes: ['desk', 'poster', 'chart'],
  webinars: ['Eight evenings: build a course that sells', 'Teaching online without a studio'],
  helpers: ['a tutor for physics', 'somebody to host a hall on Wednesdays'],
};

const planning: Craft = {
  background: backgrounds.planning,
  professions: ['Event planner', 'Virtual assistant', 'Social media consultant', 'Video editor'],
  intros: ['I keep the lists so that you may keep your head.', 'Short films for people with long days.'],
  things: [
    'a street party for three hundred',
    'a content calendar without a single "hustle"',
    'a two-minute film about a locksmith',
  ],
  clients: ['a street with forty houses', 'a life coach who needed one', 'a locksmith'],
  works: ['moving boxes in a calendar', 'cutting', 'answering the same mail nine times'],
  tips: [
    'Block one evening a week with nothing in it. It fills itself with what went wrong on the other four.',
    'Answer with two dates, never with "when suits you". The thread gets four mails shorter.',
    'Batch the boring part: all captions on Monday, all posting on none of the other days.',
  ],
  questions: [
    'What is in your welcome mail for new clients? Mine is a novel by now.',
    'How many clients can you look after beside a full-time job? I am at four and blinking.',
    'Which part of your business did you hand over first?',
  ],
  snags: [
    'the caterer and the band had different dates',
    'the client "quickly" changed the logo',
    'a memory card with the only good take went missing',
  ],
  tags: ['planning', 'sidehustle', 'productivity', 'smallbusiness'],
  scenes: ['desk', 'city', 'poster'],
  webinars: ['Five hours a week: plan a business around a job', 'Film your work with the phone you have'],
  helpers: ['a virtual assistant, five hours a week', 'a camera operator for one Sunday'],
};

export const craftsAtADesk: readonly Craft[] = [
  photography,
  bookkeeping,
  audio,
  illustration,
  code,
  words,
  teaching,
  planning,
];
