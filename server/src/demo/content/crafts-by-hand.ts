import * as backgrounds from './backgrounds-by-hand.ts';
import type { Craft } from './craft.ts';

const ceramics: Craft = {
  background: backgrounds.ceramics,
  professions: ['Ceramicist', 'Potter', 'Ceramics teacher'],
  intros: [
    'Stoneware for slow breakfasts. Weekdays in logistics, evenings at the wheel.',
    'Small-batch tableware, thrown after the kids are asleep.',
  ],
  things: [
    'a set of speckled mugs',
    'forty espresso cups',
    'a dinner service for eight',
    'a teapot that pours without dripping',
  ],
  clients: ['a café round the corner', 'a couple who marry in June', 'a restaurant with nine tables'],
  works: ['trimming foot rings', 'glazing', 'wedging clay'],
  tips: [
    'Weigh every ball of clay before throwing. My mugs went from "roughly alike" to a set in one evening.',
    'Keep a tile of every glaze on every clay body you own. Photographs lie, tiles do not.',
    'Charge for the second firing. It costs you a night of electricity and nobody ever complained.',
  ],
  questions: [
    'Who here rents kiln space by the shelf? I pay 38 a firing and wonder if a small kiln of my own would ever pay back.',
    'How do you ship mugs without plastic? Paper shreds survived two of three parcels.',
    'What do you answer when a shop asks for 50 % commission?',
  ],
  snags: [
    'the glaze crawled on half of the batch',
    'three handles cracked the night before the market',
    'the kiln tripped the fuse at 900 degrees',
  ],
  tags: ['ceramics', 'handmade', 'smallbatch', 'pottery'],
  scenes: ['still-life', 'still-life', 'swatches'],
  webinars: ['Your first ten wholesale mugs', 'Pricing pottery without guilt'],
  helpers: ['a studio helper for market season', 'someone to pack orders on Saturdays'],
};

const candles: Craft = {
  background: backgrounds.candles,
  professions: ['Candle maker', 'Candle and soap maker'],
  intros: ['Soy candles that smell of places, not of cake.', 'I pour on Tuesdays and Thursdays after nine.'],
  things: ['the autumn batch of sixty candles', 'a cedar and black tea candle', 'refill pots that really come back'],
  clients: ['a yoga studio', 'two book shops', 'a small hotel by the sea'],
  works: ['pouring', 'testing wicks', 'labelling jars'],
  tips: [
    'Test burn for the full four hours, three times, before you sell a new jar. The wick that looks right at hour one is too large at hour three.',
    'Buy fragrance by the half litre and write the date on it. Old oil is why your "same" candle smells different.',
    'Put the refill price on the label. A third of my orders are refills since I did.',
  ],
  questions: [
    'Does anyone sell candles through cafés on commission? What split is fair when they only give you a shelf?',
    'Which insurance covers a stall with open flames? Two companies have said no so far.',
    'How do you keep the tops smooth in a cold kitchen?',
  ],
  snags: [
    'all the wax frosted because the kitchen was too cold',
    'the courier left twelve jars in the rain',
    'I poured forty candles with the wrong wick',
  ],
  tags: ['candles', 'soy', 'handmade', 'refill'],
  scenes: ['still-life', 'swatches', 'pattern'],
  webinars: ['Scent, wick, wax: a first line of three candles', 'Selling at winter markets'],
  helpers: ['two hands for the December markets', 'a label designer who likes small print'],
};

const textiles: Craft = {
  background: backgrounds.textiles,
  professions: ['Textile designer', 'Weaver', 'Quilt maker', 'Knitwear designer'],
  intros: [
    'Woven goods from left-over yarn. Accounts clerk until five.',
    'Patterns for people who think they cannot knit.',
  ],
  things: [
    'a wool blanket in three greys',
    'a knitting pattern in seven sizes',
    'a quilt made of work shirts',
    'twelve metres of block-printed linen',
  ],
  clients: ['a guest house', 'my first pattern testers', 'a shop in the harbour'],
  works: ['warping the loom', 'grading sizes', 'cutting blocks'],
  tips: [
    'Pay your pattern testers, even a little. I got better notes from six paid testers than from thirty free ones.',
    'Photograph textiles near a north window at eleven. No filter ever fixed the colours of a lamp.',
    'Keep a yarn diary: weight before, weight after. It is the only honest way to price a blanket.',
  ],
  questions: [
    'Is there a printer who does short runs of linen below 20 metres and does not charge for the screen?',
    'What do you do about copied patterns? I found mine on three sites this week.',
    'How many hours do you bill for a sample that never goes to production?',
  ],
  snags: [
    'I found a mistake forty rows back',
    'the indigo vat died overnight',
    'the buyer wanted "the same but softer"',
  ],
  tags: ['textiles', 'slowfashion', 'weaving', 'pattern_design'],
  scenes: ['pattern', 'pattern', 'swatches'],
  webinars: ['From sketch to repeat: patterns that tile', 'Grading a sweater in an evening'],
  helpers: ['pattern testers for a cardigan', 'a sample sewer, a few hours a week'],
};

const baking: Craft = {
  background: backgrounds.baking,
  professions: ['Home baker', 'Pastry cook', 'Sourdough baker'],
  intros: ['Bread on Fridays, from a very small kitchen with a licence.', 'Celebration cakes without fondant.'],
  things: ['thirty loaves by six in the morning', 'a three-tier lemon cake', 'cardamom buns for a whole office'],
  clients: ['the neighbours on the third floor', 'a christening', 'a start-up that has run out of biscuits'],
  works: ['folding dough', 'piping', 'costing recipes'],
  tips: [
    'Write your recipe in percent, not grams. Doubling an order at midnight stops being dangerous.',
    'Close the order form at 24 loaves, not at "when I feel tired". The list for next week fills itself.',
    'Take the deposit on the day of the tasting. Cakes without a deposit are the ones that get cancelled.',
  ],
  questions: [
    'Who has got a home kitchen through inspection? Was the second sink really needed?',
    'What do you charge for delivery inside the city? By distance, or one price?',
    'How do you say no to "just a small cake for a friend"?',
  ],
  snags: [
    'the oven light went and so did the oven',
    'I forgot the salt in twelve loaves',
    'a tier slid on the last roundabout',
  ],
  tags: ['baking', 'sourdough', 'homebaker', 'localfood'],
  scenes: ['still-life', 'desk', 'chart'],
  webinars: ['Your kitchen, inspected: what they look at', 'Costing a cake honestly'],
  helpers: ['a driver for Friday bread, six to nine', 'someone who loves spreadsheets and crumbs'],
};

const wood: Craft = {
  background: backgrounds.wood,
  professions: ['Furniture maker', 'Woodworker', 'Luthier'],
  intros: [
    'Stools, shelves, one guitar a year. Nurse on the night shift.',
    'I make small furniture from one fallen oak at a time.',
  ],
  things: ['a pair of ash stools', 'a record shelf without a single screw', 'a parlour guitar'],
  clients: ['a dentist with good taste', 'my old music teacher', 'a tiny flat with crooked walls'],
  works: ['cutting dovetails', 'sharpening', 'oiling'],
  tips: [
    'Sharpen before you start, not when it hurts. Ten minutes on the stone saved me an hour of sanding yesterday.',
    'Draw the piece at full size on wrapping paper and hang it on the wall for a week. Customers decide faster, and so do I.',
    'Offcuts are stock. My best-selling item is a spoon made of what was going to the stove.',
  ],
  questions: [
    'Shared workshop or a garage of my own? The rent is nearly the same, the dust is not.',
    'How do you quote for a piece you have never made?',
    'Which finish do you trust on a kitchen board?',
  ],
  snags: [
    'the board cupped the day after I planed it',
    'I cut one leg a centimetre short',
    'the delivery van was 4 cm too low',
  ],
  tags: ['woodworking', 'furniture', 'handtools', 'makers'],
  scenes: ['still-life', 'landscape', 'swatches'],
  webinars: ['Hand tools for a flat without a workshop', 'Quoting furniture you have never made'],
  helpers: ['a photographer for nine pieces of furniture', 'an apprentice for Saturdays'],
};

const gardens: Craft = {
  background: backgrounds.gardens,
  professions: ['Garden designer', 'Florist', 'Balcony gardener'],
  intros: ['Balconies that feed bees. Tax office by day.', 'Seasonal flowers from twelve square metres.'],
  things: ['a planting plan for a north-facing yard', 'eleven bouquets of dahlias', 'a rooftop bed for a kindergarten'],
  clients: ['a housing co-operative', 'a bride who dislikes roses', 'an office that kills its ferns'],
  works: ['sowing', 'drawing planting plans', 'dividing perennials'],
  tips: [
    'Sell the second visit with the first. A garden plan without a look in September is a drawing, not a garden.',
    'Label what you sow with pencil. Ink is gone in May, pencil is there in October.',
    'Send the customer a list of what not to do in the first month. Watering twice a day kills more plants than frost.',
  ],
  questions: [
    'Where do you buy peat-free compost by the half pallet?',
    'Do you charge for the plants you replace in the first year?',
    'What grows in a stairwell with one window, apart from hope?',
  ],
  snags: [
    'the slugs found the seedlings before I did',
    'a late frost took the dahlias',
    'the crane for the soil came a day early',
  ],
  tags: ['gardens', 'flowers', 'urbangarden', 'seasonal'],
  scenes: ['landscape', 'landscape', 'pattern'],
  webinars: ['A balcony in four hours a month', 'Growing cut flowers on twelve square metres'],
  helpers: ['strong arms for a planting weekend', 'an illustrator for planting plans'],
};

const jewellery: Craft = {
  background: backgrounds.jewellery,
  professions: ['Jeweller', 'Silversmith'],
  intros: ['Recycled silver, made at a bench in the hallway.', 'Rings for hands that work.'],
  things: ['a ring from a broken spoon', 'six pairs of hoop earrings', 'wedding bands with a thumb print'],
  clients: ['two sisters in two countries', 'a gallery shop', 'my dentist, again'],
  works: ['soldering', 'polishing', 'setting stones'],
  tips: [
    'Photograph pieces on a hand. My listing with a hand sells four times the one on marble.',
    'Weigh your filings once a month. I sent back 80 grams of silver this year, which paid the torch.',
    'Show three prices, not one. Most people take the middle ring and feel good about it.',
  ],
  questions: [
    'Which courier insures parcels above 500 without a novel of small print?',
    'How do you size rings for people you never meet?',
    'Is a hallmark worth the trip for fifteen pieces a year?',
  ],
  snags: [
    'the stone cracked at the last prong',
    'I melted a clasp that took two hours',
    'the polish took the texture with it',
  ],
  tags: ['jewellery', 'silver', 'handmade', 'recycled'],
  scenes: ['still-life', 'pattern', 'swatches'],
  webinars: ['Photographing small shiny things', 'Hallmarks, taxes, parcels: selling silver abroad'],
  helpers: ['a hand model with an hour to spare', 'a web shop builder'],
};

export const craftsByHand: readonly Craft[] = [ceramics, candles, textiles, baking, wood, gardens, jewellery];
