/** What a profile tells of a member of a trade. Sentences end with a full stop; `{slots}` are those of the craft. */
export type Background = {
  /** How the evenings began. */
  bios: readonly string[];
  skills: readonly string[];
  goals: readonly GoalText[];
  /** Names that a one-person business goes by. */
  studios: readonly string[];
  /** What is done for money by day: title and employer. */
  dayJobs: readonly (readonly [title: string, company: string])[];
  studies: readonly Study[];
};

export type GoalText = readonly [title: string, type: 'long' | 'short', description: string];
/** `age` is how old one usually is at the end of it. */
export type Study = readonly [title: string, school: string, field: string, age: number];

export const bioOpenings: readonly string[] = [
  'By day something sensible, by night {work}. Lately {thing}, for {client}.',
  'It began with {thing} for a friend. Then came {client}, and now my evenings are booked until spring.',
  '{hours} hours a week of {work}, for {number} months now. I count because nobody else does.',
  'I came to {work} late, by way of three other things, and stayed.',
  'If you have ever needed {thing} by Friday, you may already have my number.',
  'My desk is a kitchen table. On it right now: {thing}, for {client}.',
];

export const bioEndings: readonly string[] = [
  'I started this beside my job and kept it there on purpose. Ask me about the hours, the numbers and the mistakes; I share all three.',
  'What began as a hobby pays for itself since last spring. Next aim: four days a week.',
  'I like small teams, plain words and people who answer mail.',
  'Self-taught for the most part, slowly. I believe in fair prices, in finishing things and in early nights, in that order.',
  'Two children, one desk, no television. Between eight and eleven in the evening I am hard to reach and in a good mood.',
  'I make fewer things than I could, and I like every one of them.',
  'Here to meet people who keep the same hours, and to hear how they price their work.',
  'Happy to talk to beginners: somebody did that for me, and it saved me a year.',
];

export const generalGoals: readonly GoalText[] = [
  ['Four days a week', 'long', 'Earn enough from {work} to drop one day of the day job, without touching the savings.'],
  [
    'A proper price list',
    'short',
    'One page, three prices, no apologies. It has to be online before the next enquiry.',
  ],
  ['Ten customers who come back', 'long', 'New ones are flattering. The ones who come a second time pay the rent.'],
  ['No work on Sundays', 'short', 'For three months in a row. The phone stays in the kitchen drawer.'],
  ['Answer every enquiry within a day', 'short', 'Two templates and half an hour after breakfast should do it.'],
  [
    'Put a third of it aside',
    'short',
    'For tax, on the day the money comes in. Second account is open, standing order is not.',
  ],
  ['Teach what I know', 'long', 'A first small course about {work}, for people who start where I did.'],
  ['A website of my own', 'short', 'Five pictures, a price, a way to write to me. Nothing that moves.'],
];

export const generalSkills: readonly string[] = [
  'Pricing',
  'Bookkeeping for one',
  'Customer care',
  'Product photography',
  'Writing offers',
  'Newsletter',
  'Time management',
  'Public speaking',
  'Negotiation',
  'Project planning',
];

export const generalDayJobs: readonly (readonly [title: string, company: string])[] = [
  ['Office administrator', 'City Library'],
  ['Warehouse coordinator', 'Northgate Logistics'],
  ['Customer adviser', 'Harbour Savings Bank'],
  ['Shift lead', 'Corner Café'],
  ['Clerk', 'Municipal Tax Office'],
  ['Sales assistant', 'Book & Paper'],
  ['Care assistant', 'St Anne’s Home'],
  ['Tram driver', 'City Transport'],
];

export const generalStudies: readonly Study[] = [
  ['Start your own business', 'Chamber of Commerce', 'Eight evenings, with a business plan at the end', 29],
  ['Bachelor of Arts', 'State University', 'Business Administration', 22],
  ['Certificate in Accounting', 'Adult Education Centre', 'Accounting', 29],
  ['Secondary school certificate', 'Riverside Grammar School', 'Languages', 18],
  ['Diploma in Office Management', 'Vocational College', 'Administration', 22],
];

/** What a one-person business is about, and what a day job is. */
export const studioDescriptions: readonly string[] = [
  'Evenings and every other Saturday: {work}, and everything around it. Lately {thing} for {client}.',
  'Orders, {work}, invoices, parcels: all of it one person. Proudest of {thing}.',
  'The first order was {thing}, the latest is for {client}.',
];
export const dayJobDescriptions: readonly string[] = [
  'Four colleagues, one phone, no surprises. It pays the rent and leaves the evenings free.',
  'Rotas, orders and people who are in a hurry. I learnt to stay calm and to write things down.',
  'Responsible for what nobody notices as long as it works.',
];

export const grades: readonly (string | null)[] = ['With distinction', 'Good', '1.7', 'B+', null, null];
export const activities: readonly (string | null)[] = [
  'Student paper, choir',
  'Ran the second-hand book stall',
  'Evening theatre group',
  null,
  null,
];
