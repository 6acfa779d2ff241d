import type { Background } from './background.ts';

export const photography: Background = {
  bios: [
    'Portraits in daylight, weddings without shouting. I teach maths until three and chase light until it is gone.',
    'I bought a camera for one holiday and have not been on holiday since. Families, choirs, menus, the odd fire brigade.',
  ],
  skills: [
    'Photography',
    'Portraits',
    'Retouching',
    'Culling',
    'Natural light',
    'Wedding photography',
    'Food styling',
    'Contracts',
  ],
  goals: [
    ['A studio with a window', 'long', 'By the hour at first. North light, a chair, a kettle.'],
    ['Galleries within two weeks', 'short', 'Five pictures the same evening, the rest before they ask.'],
    ['One exhibition', 'long', 'Twenty portraits of people who work at night.'],
  ],
  studios: ['Daylight Only', 'Quiet Weddings', 'Window & Reflector'],
  dayJobs: [
    ['Maths teacher', 'Riverside Grammar School'],
    ['Picture archivist', 'City Museum'],
  ],
  studies: [
    ['Photography, evening school', 'School of Applied Arts', 'Photography', 29],
    ['Bachelor of Education', 'State University', 'Mathematics', 22],
  ],
};

export const bookkeeping: Background = {
  bios: [
    'I make shoe boxes full of receipts disappear, for people who are good at other things. No question is too small and no letter too official.',
    'Numbers calm me down. In the evening I do the books of illustrators, podcasters and one tattoo studio, and nobody has been fined since.',
  ],
  skills: [
    'Bookkeeping',
    'Tax returns',
    'Invoicing',
    'Cash planning',
    'Spreadsheets',
    'Payroll',
    'Pricing advice',
    'VAT',
  ],
  goals: [
    ['Twenty clients, not one more', 'long', 'So that each of them still gets an answer the same day.'],
    ['A template for the first year', 'short', 'One sheet that tells a beginner what to put aside, and when.'],
    ['Chartered by forty', 'long', 'Two exams are behind me. The third is in spring.'],
  ],
  studios: ['Shoe Box Books', 'The Eleventh Day', 'Plain Numbers'],
  dayJobs: [
    ['Payroll clerk', 'City Hospital'],
    ['Auditor', 'Marsh & Fielding'],
  ],
  studies: [
    ['Diploma in Accounting', 'Vocational College', 'Accounting', 22],
    ['Tax adviser, part one', 'Chamber of Commerce', 'Tax law', 29],
  ],
};

export const audio: Background = {
  bios: [
    'I remove the ums and keep the laughs. By day I listen to people in a call centre, which turns out to be the same skill.',
    'Sound for small stories: podcasts, museum guides, a jingle of four seconds. My booth is a wardrobe and I am not ashamed of it.',
  ],
  skills: [
    'Podcast editing',
    'Mixing',
    'Sound design',
    'Voice acting',
    'Show notes',
    'Interviewing',
    'Recording',
    'Scripts',
  ],
  goals: [
    ['A series of my own', 'long', 'Six episodes on night buses, with the people who drive them.'],
    ['Two rounds of changes', 'short', 'In every contract, in bold. The third one costs.'],
    ['A booth that is not a wardrobe', 'long', 'Four panels, one door, no winter coats.'],
  ],
  studios: ['Keep the Laughs', 'Wardrobe Sound', 'Room Tone'],
  dayJobs: [
    ['Call centre agent', 'Northern Energy'],
    ['Radio producer', 'City Radio'],
  ],
  studies: [
    ['Audio engineering certificate', 'Media School', 'Sound', 29],
    ['Speech training', 'Adult Education Centre', 'Voice', 29],
  ],
};

export const illustration: Background = {
  bios: [
    'Ink, two colours, big hands. I drive a tram in the morning and draw foxes in the evening; both need patience with people.',
    'Pictures for books, beer labels and one theatre. I sell the licence, keep the drawing and sleep well.',
  ],
  skills: [
    'Illustration',
    'Ink drawing',
    'Printmaking',
    'Risograph',
    'Picture books',
    'Licensing',
    'Lettering',
    'Colour separation',
  ],
  goals: [
    ['A picture book with my name in front', 'long', 'Thirty-two pages, one fox, no badger.'],
    ['A zine each season', 'short', 'Sixteen pages, two inks, a hundred copies.'],
    ['An agent', 'long', 'One who has seen my work before the first mail.'],
  ],
  studios: ['Two Inks', 'Big Hands', 'Fox on Page Thirty'],
  dayJobs: [
    ['Tram driver', 'City Transport'],
    ['Art handler', 'City Museum'],
  ],
  studies: [
    ['Diploma in Illustration', 'School of Applied Arts', 'Illustration', 22],
    ['Risograph, weekend course', 'Print Workshop', 'Printing', 29],
  ],
};

export const code: Background = {
  bios: [
    'Small fast websites for small slow businesses. I delete more than I write and test with the keyboard before anybody else does.',
    'One tiny app a season, and an answer to every mail. By day I keep old software alive in an office without windows.',
  ],
  skills: [
    'Web development',
    'Accessibility',
    'TypeScript',
    'CSS',
    'Testing',
    'PostgreSQL',
    'User interviews',
    'Performance',
  ],
  goals: [
    ['Three hundred paying users', 'long', 'Of one app, at three euros a month, without a single streak.'],
    ['Audits within a week', 'short', 'Findings on two pages, the worst one first.'],
    ['A client who can leave', 'short', 'Handover papers for every site I have built.'],
  ],
  studios: ['Forty Kilobytes', 'Keyboard First', 'One App a Season'],
  dayJobs: [
    ['System administrator', 'Municipal Housing'],
    ['Software developer', 'Harbour Savings Bank'],
  ],
  studies: [
    ['Bachelor of Science', 'State University', 'Computer Science', 22],
    ['Accessibility specialist', 'Online certificate', 'Accessibility', 29],
  ],
};

export const words: Background = {
  bios: [
    'Three languages, in whichever direction pays the rent. I read everything aloud, to the regret of the people next door.',
    'I write the small text that nobody notices: buttons, labels, the line under the picture. When it works, it is invisible.',
  ],
  skills: [
    'Translation',
    'Copywriting',
    'Subtitling',
    'Proof-reading',
    'Glossaries',
    'Editing',
    'Portuguese',
    'German',
  ],
  goals: [
    ['A novel, not a manual', 'long', 'Translate one book that I would have bought.'],
    ['Paid tests only', 'short', 'Five hundred words for nothing is five hundred words too many.'],
    ['A glossary for every client', 'short', 'Seven of eleven are done.'],
  ],
  studios: ['Nine Sentences', 'Out Loud', 'The Line Under the Picture'],
  dayJobs: [
    ['Language assistant', 'Consulate'],
    ['Editor', 'Book & Paper Publishing'],
  ],
  studies: [
    ['Master of Arts', 'State University', 'Translation', 25],
    ['Subtitling certificate', 'Film School', 'Subtitling', 29],
  ],
};

export const teaching: Background = {
  bios: [
    'Evening classes for people who had the wrong teacher at school. We start with the mistake and work backwards.',
    'Four pupils, one piano, no scales before coffee. I never wanted to be a teacher, and then nobody wanted to go home.',
  ],
  skills: [
    'Teaching',
    'Lesson planning',
    'Tutoring',
    'Piano',
    'Workbooks',
    'Online classes',
    'Exam preparation',
    'Yoga',
  ],
  goals: [
    ['Courses instead of hours', 'short', 'Eight evenings, paid at once. The last hourly pupils move over in June.'],
    ['A room of my own', 'long', 'Eight chairs, a board, a door that closes.'],
    ['A workbook in print', 'long', 'With mistakes in it, on purpose, and a page that says where.'],
  ],
  studios: ['Start with the Mistake', 'Eight Chairs', 'Evening Class'],
  dayJobs: [
    ['School secretary', 'Riverside Grammar School'],
    ['Church organist', 'St Anne’s'],
  ],
  studies: [
    ['Bachelor of Education', 'State University', 'Teaching', 22],
    ['Music teacher’s diploma', 'Conservatory', 'Piano', 25],
  ],
};

export const planning: Background = {
  bios: [
    'I keep the lists so that you may keep your head. Street parties, content calendars, and once a film about a locksmith.',
    'Five hours a week for each client, written down and kept. I answer with two dates and never with “when suits you”.',
  ],
  skills: [
    'Event planning',
    'Video editing',
    'Social media',
    'Scheduling',
    'Budgeting',
    'Client onboarding',
    'Captions',
    'Automation',
  ],
  goals: [
    ['Hand over the mailbox', 'short', 'A second pair of hands, two hours a week, with a page of rules.'],
    ['Four clients who stay', 'long', 'A year each, instead of a month each.'],
    ['One evening with nothing in it', 'short', 'Every week, in ink.'],
  ],
  studios: ['Two Dates', 'Forty Houses', 'The List Keeper'],
  dayJobs: [
    ['Project assistant', 'City Council'],
    ['Front desk manager', 'Hotel Marina'],
  ],
  studies: [
    ['Event management certificate', 'Chamber of Commerce', 'Events', 29],
    ['Bachelor of Arts', 'State University', 'Communication', 22],
  ],
};
