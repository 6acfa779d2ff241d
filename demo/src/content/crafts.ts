import audio from '../../texts/crafts/audio.json' with { type: 'json' };
import baking from '../../texts/crafts/baking.json' with { type: 'json' };
import bookkeeping from '../../texts/crafts/bookkeeping.json' with { type: 'json' };
import candles from '../../texts/crafts/candles.json' with { type: 'json' };
import ceramics from '../../texts/crafts/ceramics.json' with { type: 'json' };
import code from '../../texts/crafts/code.json' with { type: 'json' };
import gardens from '../../texts/crafts/gardens.json' with { type: 'json' };
import illustration from '../../texts/crafts/illustration.json' with { type: 'json' };
import jewellery from '../../texts/crafts/jewellery.json' with { type: 'json' };
import photography from '../../texts/crafts/photography.json' with { type: 'json' };
import planning from '../../texts/crafts/planning.json' with { type: 'json' };
import teaching from '../../texts/crafts/teaching.json' with { type: 'json' };
import textiles from '../../texts/crafts/textiles.json' with { type: 'json' };
import wood from '../../texts/crafts/wood.json' with { type: 'json' };
import words from '../../texts/crafts/words.json' with { type: 'json' };
import type { Random } from '../random.ts';
import type { Craft } from './craft.ts';
import { amounts, evenings } from './general.ts';

export const crafts = [
  ceramics,
  candles,
  textiles,
  baking,
  wood,
  gardens,
  jewellery,
  photography,
  bookkeeping,
  audio,
  illustration,
  code,
  words,
  teaching,
  planning,
] as unknown as readonly Craft[];

/** Returns the craft at an index, starting again from the first after the last. */
export function craftAt(index: number): Craft {
  const craft = crafts[index % crafts.length];
  if (!craft) throw new Error('there are no crafts');
  return craft;
}

/** Returns the slots for templates of texts by a member with this craft. */
export const slotsOf = (craft: Craft, random: Random): Record<string, readonly string[] | string> => ({
  thing: craft.things,
  client: craft.clients,
  work: craft.works,
  tip: craft.tips,
  question: craft.questions,
  snag: craft.snags,
  helper: craft.helpers,
  topic: craft.webinars,
  evening: evenings,
  amount: amounts,
  number: String(random.between(3, 48)),
  hours: String(random.between(2, 9)),
  days: String(random.between(3, 12)),
});
