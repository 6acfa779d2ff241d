/** What general posts say. The kinds matter: comments answer to them. */
export const generalKinds = ['tip', 'question', 'win', 'snag', 'story', 'launch'] as const;
export type GeneralKind = (typeof generalKinds)[number];

/** Templates over the slots of a craft: thing, client, work, tip, question, snag, and evening, hours, amount. */
export const generalTemplates: Record<GeneralKind, readonly string[]> = {
  tip: [
    '{tip}',
    '[Small thing that changed my week:|Took me two years to learn:|For whoever needs it today:] {tip}',
    '{tip}\n\n[What is yours?|Add yours below, I collect them.|Steal it.]',
    'Asked an older colleague about this {evening}. The answer: {tip}',
    'I keep a list of things I wish someone had told me. Number {number}: {tip}',
    '{tip}\n\nThat is all. Back to {work}.',
  ],
  question: [
    '{question}',
    'Question [to the room|for those further along|before I do something silly]: {question}',
    '{question}\n\n[I will collect the answers and post them on Sunday.|Honest numbers welcome, also by message.|Asking for a very tired friend.]',
    'After {hours} hours of {work} I still have no answer. {question}',
    'My sister says I overthink this. {question}',
  ],
  win: [
    'Done: {thing}, for {client}. [{hours} evenings, one burnt finger, no regrets.|They paid the same day. I had to sit down.|First order that came through somebody I do not know.]',
    'Today {client} asked for {thing}, and then for the same again in spring. [I said yes before the sentence was over.|My calendar said no, I said yes.]',
    '{number} months ago I wrote here that nobody would ever pay for {work}. {evening}, {client} did. {amount}, and a thank-you card.',
    'A good day: {thing} went out of the door, the invoice too, and I was in bed before midnight.',
    'This is {thing}. I am [quietly|loudly|a little too] proud of it.\n\nFor {client}, who let me do it my way.',
    '{amount} this month from {work}. It is not the rent yet. It is the heating, though, and I made it after hours.',
    'Someone wrote "worth every cent" under {thing}. I have read it [four|six|eleven] times.',
  ],
  snag: [
    'Well. {snag}. [Starting again tomorrow.|The second try is always better, I tell myself.|Tea first.]',
    '{evening}, {snag}. Lesson learnt, price of the lesson: {amount}.',
    'The part nobody photographs: {snag}. {client} took it with humour, I am getting there.',
    'Of course {snag}, of course the day before the deadline for {client}. [What saved me: telling them at once.|We moved the date, the world still turns.]',
    'If your week is going badly: {snag}. You are welcome.',
  ],
  story: [
    '{evening}, {hours} hours of {work}, radio on low. [The best part of my day starts when the day is over.|I would not swap it.|Nobody needs me until seven.]',
    'My boss found my page. I thought there would be a talk. There was: she wants {thing} for her mother.',
    'I started with one hour a week of {work}. Then two. It is now {number} months, and I still keep the rule: no screens at dinner, no work on Sunday.',
    'On the train home I plan, at the kitchen table I do. {work} is what I think about in long meetings, and I am fine with that.',
    'Three things I did not do this week: compare myself, work past midnight, lower a price. [Two and a half, to be honest.|The middle one only just.]',
    'Met {client} in person for the first time today. We had written {number} mails and both expected someone older.',
    'Some numbers, because I like it when others share theirs: {number} orders, {hours} hours a week, {amount} after costs. Everything else is mood.',
    'My grandmother asked what I do in the evenings. I said {work}. She said: "So, work." I said: "No." We looked at each other for a while.',
    'A year ago today I sold {thing} to {client}. I was so nervous that I forgot to ask for money. They reminded me.',
    'I turned down {client} today. First time. It felt terrible for an hour and light ever since.',
    'The desk is too small, the lamp is too warm, the tea is cold. It is still my favourite place after eight.',
    'To those who do {work} with small children in the next room: how. And also: respect.',
  ],
  launch: [
    'It is out: {thing}. [Made for people like {client}.|Thank you for {number} names on the waiting list.|Small run, no restock before spring.]',
    'New in the shop: {thing}. [First ten people from here pay no postage.|I made more than I dared last time.]',
    'After {number} weeks of {work} I have put {thing} online. If you find a mistake, tell me gently.',
    'I opened three places for next month. [Last time they were gone in a day.|Write me what you have in mind.] Recently I made {thing} for {client}, so that you know what to expect.',
    'Saturday market, stall {number}, from nine: {thing}, and whatever survives the week. Come and say hello.',
  ],
};

export const evenings = [
  'last night',
  'on Tuesday evening',
  'yesterday after work',
  'on Sunday',
  'this morning, before work',
  'on Thursday at eleven at night',
];
export const amounts = ['85 euros', '140 dollars', '320', '1,150', '47.50', '610 euros', '2,030', '£95'];

/** Sentences that set a post apart from another of the same template. */
export const asides = [
  'Rain on the window, perfect weather for it.',
  'Photo follows when there is light.',
  'Thank you, you lot.',
  'Written on the tram, forgive the typing.',
  'Coffee number three.',
  'Day job starts in six hours. Worth it.',
  'I owe this one to a comment here.',
  'More on Friday.',
  'Greetings from the kitchen table.',
  'I am told that I should post more about the process, so here it is.',
  'No advice needed, only company.',
  'Happy to share the template.',
  'Next week is for sleeping.',
  'Small steps.',
  'The cat approves.',
];
