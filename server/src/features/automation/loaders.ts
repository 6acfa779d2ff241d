/** What features that store texts of members need: whether the filters find something, and the limits of the new. */
import { automationMessages, newMemberLimits } from '@afterhours/contract/automation';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { countLinks } from './links.ts';
import { isNewMember } from './queries.ts';
import { type Screening, screeningOf } from './screening.ts';

export { isNewInRow } from './queries.ts';
export type { Screening, Verdict } from './screening.ts';

/** Returns the filters and switches as they are now. To be called before a transaction: it may need a connection. */
export const loadScreening = (services: Services): Promise<Screening> => screeningOf(services).present();

type Limited = keyof typeof newMemberLimits;

const refusals = {
  posts: automationMessages.postsADay,
  comments: automationMessages.commentsADay,
  links: automationMessages.linksADay,
  firstMessages: automationMessages.firstMessagesADay,
} as const;

const DAY_SECONDS = 86_400;

/**
 * Returns a function that counts what a new member does, unless `counts` says no, with the links in its texts; it
 * throws a 429 at the limit. Others, and everybody where an owner has not switched it on, are not counted.
 */
export function createNewMemberLimit({ createTryCounter, services }: FeatureContext, limited: Limited) {
  const counterOf = (name: Limited) =>
    createTryCounter({
      name: `new-member-${name}`,
      tries: newMemberLimits[name],
      seconds: DAY_SECONDS,
      message: english(refusals[name], { max: newMemberLimits[name] }),
    });
  const [done, links] = [counterOf(limited), counterOf('links')];
  return async (
    userId: string,
    texts: readonly (string | null | undefined)[],
    counts: () => Promise<boolean> = async () => true,
  ): Promise<void> => {
    const { switches } = await loadScreening(services);
    if (!switches.newMembers || !(await counts())) return;
    if (!(await isNewMember(services.db, userId))) return;
    await done.take(userId);
    for (let left = countLinks(texts.filter(Boolean).join('\n')); left > 0; left--) await links.take(userId);
  };
}
