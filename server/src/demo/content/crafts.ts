import type { Random } from '../random.ts';
import type { Craft } from './craft.ts';
import { craftsAtADesk } from './crafts-at-a-desk.ts';
import { craftsByHand } from './crafts-by-hand.ts';
import { amounts, evenings } from './general.ts';

export const crafts: readonly Craft[] = [...craftsByHand, ...craftsAtADesk];

/** The craft at an index, round and round. */
export function craftAt(index: number): Craft {
  const craft = crafts[index % crafts.length];
  if (!craft) throw new Error('there are no crafts');
  return craft;
}

/** The slots that templates may ask for when a member of this craft writes. */
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
