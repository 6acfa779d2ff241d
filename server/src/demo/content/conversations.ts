/** Exchanges between two members: 'a' begins. Slots: a, b (first names), thing, client, work. */
export type Line = readonly [who: 'a' | 'b', text: string];

export const conversations: readonly (readonly Line[])[] = [
  [
    ['a', 'Hi {b}, I saw your post about {thing}. Do you have half an hour this week?'],
    ['b', 'Hi {a}! Yes, Thursday after eight is good.'],
    ['a', 'Perfect. Shall I call, or do you prefer to write?'],
    ['b', 'Call. My hands will be busy with {work}.'],
    ['a', 'Ha, same. Thursday at eight then.'],
  ],
  [
    ['a', 'Hey {b}, quick one: what did you charge {client}?'],
    ['b', 'Between us: 640, with two rounds of changes.'],
    ['a', 'That is more than I dared. Thank you for being open.'],
    ['b', 'Dare. They will ask for less if it is too much, and they did not.'],
    ['a', 'I sent the quote ten minutes ago. Deep breath.'],
    ['b', 'Tell me how it goes!'],
    ['a', 'They said yes!! Without a question.'],
  ],
  [
    ['a', 'Hello {b}, we met at the market, I had the stall next to yours.'],
    ['b', 'Of course! You lent me your table cloth.'],
    ['a', 'I have a question about your supplier. Are they fine with small orders?'],
    ['b', 'From 20 pieces on. Say that I sent you, then shipping is free the first time.'],
    ['a', 'You are a gem. I owe you a coffee.'],
    ['b', 'And a table cloth.'],
    ['a', 'Two table cloths.'],
  ],
  [
    ['a', 'Would you look over a text for me? It is nine sentences, for {client}.'],
    ['b', 'Gladly. Send it tonight, I read it on the train.'],
    ['a', 'Here it comes. Be merciless.'],
    ['b', 'Sentence three can go. The rest is good, really good.'],
  ],
  [
    ['a', 'Did you get the deposit back?'],
    ['b', 'Half of it. I will write it into the contract next time.'],
    ['a', 'I can send you mine. One page, plain words.'],
    ['b', 'That would help a lot, thank you.'],
    ['a', 'Done. Change whatever you like.'],
    ['b', 'It is the first contract I understood. Thank you, {a}.'],
  ],
  [
    ['a', 'Are you coming on Saturday?'],
    ['b', 'I want to, but {work} is eating my week.'],
    ['a', 'Come for an hour, there will be soup.'],
    ['b', 'You had me at soup.'],
  ],
  [
    ['a', '{b}, I have too much on my plate. Would you take over {thing} for a customer of mine?'],
    ['b', 'When would it have to be done?'],
    ['a', 'End of next month. They are kind and pay on time.'],
    ['b', 'Then yes. Shall I write to them, or will you introduce us?'],
    ['a', 'I will introduce you tomorrow morning.'],
  ],
  [
    ['a', 'I read your tip and tried it. It works!'],
    ['b', 'That makes my day. What did you change?'],
    ['a', 'Only the order of things. I save an hour each evening.'],
    ['b', 'An hour! Use it to sleep.'],
    ['a', 'I used it for {work}. Sorry.'],
    ['b', 'I knew it.'],
  ],
  [
    ['a', 'Good evening {b}! {client} asked me for somebody who does {thing}. I gave them your name.'],
    ['b', 'Oh, thank you! They have written already.'],
    ['a', 'That was quick. Ask for half in advance, they are used to it.'],
    ['b', 'Will do. I owe you one.'],
  ],
  [
    ['a', 'Do you keep your receipts on paper or in a folder on the computer?'],
    ['b', 'Shoe box. Do not tell anyone.'],
    ['a', 'I photograph mine on the day. Ten seconds each.'],
    ['b', 'And in January?'],
    ['a', 'In January I drink tea and watch the others look for receipts.'],
  ],
  [
    ['a', 'Your webinar yesterday was the first one I did not leave early.'],
    ['b', 'Ha! What kept you?'],
    ['a', 'You showed what went wrong, too.'],
    ['b', 'There was enough of it. The next one is about {thing}.'],
    ['a', 'I am in.'],
  ],
  [
    ['a', 'How do you say no to a friend who wants a friendly price?'],
    ['b', 'I tell them the price, and then that I add an hour for free. It costs the same and feels better.'],
    ['a', 'I will try that tonight.'],
    ['b', 'Report back.'],
    ['a', 'It worked. She even said thank you.'],
  ],
];

/** What a job's author and an applicant write after the application itself. */
export const afterApplication: readonly Line[] = [
  ['a', 'Hi {b}, I have just applied. Two examples of my work are in my profile. I am free from Monday on.'],
  ['b', 'Thank you, {a}! I will look at them tonight and answer tomorrow.'],
  ['a', 'Great, no hurry.'],
];

/** Notes that came with an invitation; null where there was none. */
export const invitationNotes: readonly (string | null)[] = [
  'We met at the market, I had the stall next to yours.',
  'I liked your post about prices. Let us stay in touch.',
  null,
  'Two of your clients are mine too. Small world!',
  null,
  'A friend says we should know each other.',
];

/** Those of the demo member's open invitations: each came, or went, with words of its own. */
export const demoNotes: readonly string[] = [
  'Your last post said what I think. I would like to keep in touch.',
  'I was in your webinar last week and still have a question about contracts.',
  'We share a studio building: third floor, the door with the bicycle.',
  'Somebody at the winter market gave me your name. Hello!',
  'I would love to hear how you found your first ten customers.',
  'You once wrote that you look for a second pair of hands. I have two.',
  'Same trade, other city. Shall we compare notes now and then?',
];
