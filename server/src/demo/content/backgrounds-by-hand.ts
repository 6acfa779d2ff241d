import type { Background } from './background.ts';

export const ceramics: Background = {
  bios: [
    'I took one pottery class to get out of the house and came back with clay under every nail. That was six years ago; the wheel now stands where the sofa was.',
    'Tableware for people who eat slowly. I throw in the evening, trim before work and fire at the weekend, when electricity is cheap.',
  ],
  skills: [
    'Wheel throwing',
    'Pottery',
    'Glazing',
    'Kiln firing',
    'Trimming',
    'Plaster moulds',
    'Glaze chemistry',
    'Hand building',
    'Wholesale',
  ],
  goals: [
    ['A kiln of my own', 'long', 'Sixty litres, second-hand, and a landlord who says yes to the fuse.'],
    ['Three shops', 'short', 'One stocks me already. Two more before the autumn markets.'],
    ['Glaze diary', 'short', 'A tile of every glaze on every clay body, with a number on the back.'],
  ],
  studios: ['Slow Breakfast Ceramics', 'Kiln & Kitchen', 'Foot Ring Studio'],
  dayJobs: [
    ['Dispatcher', 'Northgate Logistics'],
    ['Art teacher', 'Riverside Grammar School'],
  ],
  studies: [
    ['Certificate in Ceramics', 'School of Applied Arts', 'Ceramics', 29],
    ['Glaze chemistry, summer course', 'Clay Institute', 'Materials', 29],
  ],
};

export const candles: Background = {
  bios: [
    'My first candle smelled of wet dog and burnt for eleven minutes. The four hundred since were better: soy wax, clean scents, jars that come back for a refill.',
    'I pour in a kitchen that is a kitchen until nine. Scents of places I miss, in glass that you are meant to return.',
  ],
  skills: [
    'Candle making',
    'Scent blending',
    'Wick testing',
    'Soap making',
    'Label design',
    'Market stalls',
    'Packaging',
  ],
  goals: [
    ['Half of it refills', 'long', 'A third of my orders bring the jar back. I want it to be every second one.'],
    ['A winter line of three', 'short', 'Three scents, tested to the last hour, on the shelf by October.'],
    ['Insurance that says yes', 'short', 'Two companies refused a stall with open flames. The third has my papers.'],
  ],
  studios: ['Tuesday Wax', 'Second Burn', 'Low Flame'],
  dayJobs: [
    ['Laboratory assistant', 'Water Works'],
    ['Receptionist', 'Hotel Marina'],
  ],
  studies: [
    ['Cosmetic safety, short course', 'Chamber of Crafts', 'Product safety', 29],
    ['Bachelor of Science', 'State University', 'Chemistry', 22],
  ],
};

export const textiles: Background = {
  bios: [
    'My grandmother left me a loom and no instructions. I wrote my own, at night, and some people now pay for the result.',
    'Blankets, patterns and cloth from yarn that others had left over. I know the weight of everything I have made.',
  ],
  skills: [
    'Weaving',
    'Knitting',
    'Pattern design',
    'Block printing',
    'Natural dyeing',
    'Pattern grading',
    'Sewing',
    'Yarn sourcing',
  ],
  goals: [
    ['A pattern book', 'long', 'Twelve patterns, seven sizes each, tested by people who were paid for it.'],
    ['Forty blankets', 'long', 'Sold, not given to cousins. Twenty-two so far.'],
    ['Colours that stay', 'short', 'Wash every dye ten times before I put it in the shop.'],
  ],
  studios: ['Left-over Yarn', 'North Window Textiles', 'Warp & Week'],
  dayJobs: [
    ['Accounts clerk', 'Harbour Savings Bank'],
    ['Costume assistant', 'City Theatre'],
  ],
  studies: [
    ['Diploma in Textile Design', 'School of Applied Arts', 'Weaving', 22],
    ['Natural dyes, winter course', 'Adult Education Centre', 'Dyeing', 29],
  ],
};

export const baking: Background = {
  bios: [
    'Thirty loaves every Friday from a kitchen of nine square metres, inspected and approved. The neighbours set their alarm by the smell.',
    'I learnt to bake on night shifts and never got used to sleeping. Bread, buns and the occasional three-tier cake without fondant.',
  ],
  skills: [
    'Sourdough',
    'Baking',
    'Pastry',
    'Recipe costing',
    'Cake decorating',
    'Food safety',
    'Order planning',
    'Piping',
  ],
  goals: [
    ['A shop window', 'long', 'Not a shop. A window, a shelf, and Fridays from six to nine.'],
    ['Sixty loaves in one night', 'short', 'With one oven. It is a question of order, not of strength.'],
    ['Every recipe in percent', 'short', 'The last eleven are still in cups and in my head.'],
  ],
  studios: ['Friday Bread', 'Nine Square Metres', 'The Third Floor Bakery'],
  dayJobs: [
    ['Night nurse', 'St Anne’s Hospital'],
    ['Buyer', 'Fresh & Daily Markets'],
  ],
  studies: [
    ['Baker’s apprenticeship', 'Vocational College', 'Baking', 20],
    ['Food hygiene certificate', 'Chamber of Crafts', 'Food safety', 29],
  ],
};

export const wood: Background = {
  bios: [
    'Stools, shelves and one guitar a year, from trees that fell by themselves. I sharpen more than I cut.',
    'I make small furniture in a garage that has never seen a car. Hand tools after eight, because the walls are thin.',
  ],
  skills: [
    'Furniture making',
    'Joinery',
    'Sharpening',
    'Hand tools',
    'Wood finishing',
    'Technical drawing',
    'Guitar building',
    'Turning',
  ],
  goals: [
    [
      'A workshop with a window',
      'long',
      'Shared is fine. North light and a door wide enough for a table would be better.',
    ],
    ['Quotes within a week', 'short', 'Drawing, wood list, hours, price: one sheet, every time.'],
    ['A chair that I like', 'long', 'I have made nine. Two were good, one was comfortable.'],
  ],
  studios: ['One Oak', 'Thin Wall Joinery', 'Offcut & Sons'],
  dayJobs: [
    ['Nurse, night shift', 'St Anne’s Hospital'],
    ['Building surveyor', 'Municipal Housing'],
  ],
  studies: [
    ['Joiner’s apprenticeship', 'Vocational College', 'Joinery', 20],
    ['Guitar building, two winters', 'Luthiers’ School', 'Lutherie', 29],
  ],
};

export const gardens: Background = {
  bios: [
    'Balconies, courtyards and one roof. By day I read tax returns; in the evening I draw places where bees would like to live.',
    'Twelve square metres of allotment, eleven bouquets a week in August. I grow what the season allows and say so on the label.',
  ],
  skills: [
    'Planting design',
    'Garden planning',
    'Floristry',
    'Composting',
    'Balcony gardening',
    'Pruning',
    'Seed saving',
    'Irrigation',
  ],
  goals: [
    ['Ten roofs', 'long', 'Green ones, in this city, before I am fifty.'],
    ['A second visit in every offer', 'short', 'A plan without a look in September is only a drawing.'],
    ['Peat-free, all of it', 'short', 'The last two sacks are in the shed. No new ones.'],
  ],
  studios: ['North-facing', 'Twelve Square Metres', 'Bees & Balconies'],
  dayJobs: [
    ['Tax clerk', 'Municipal Tax Office'],
    ['Biology teacher', 'Riverside Grammar School'],
  ],
  studies: [
    ['Certificate in Garden Design', 'Horticultural College', 'Planting design', 29],
    ['Bachelor of Science', 'State University', 'Biology', 22],
  ],
};

export const jewellery: Background = {
  bios: [
    'A bench in the hallway, a torch, and silver that was something else before. I make rings for hands that work.',
    'I repaired my mother’s earring with a video and too much solder. The second repair was better, the two hundredth paid for the tools.',
  ],
  skills: [
    'Silversmithing',
    'Soldering',
    'Stone setting',
    'Ring sizing',
    'Casting',
    'Polishing',
    'Jewellery design',
    'Repairs',
  ],
  goals: [
    ['A hallmark of my own', 'long', 'Registered, punched, and worth the trip for fifteen pieces a year.'],
    ['Three gallery shops', 'short', 'With fair commission, or not at all.'],
    ['All silver recycled', 'short', 'And a paper that says so, for every ring.'],
  ],
  studios: ['Hallway Silver', 'Broken Spoon', 'Thumb Print Rings'],
  dayJobs: [
    ['Dental technician', 'Bright Dental Lab'],
    ['Goods inspector', 'Northgate Logistics'],
  ],
  studies: [
    ['Goldsmith’s foundation year', 'School of Applied Arts', 'Metal', 22],
    ['Stone setting, masterclass', 'Goldsmiths’ Guild', 'Setting', 29],
  ],
};
