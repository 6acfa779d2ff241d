/** For features that store members' texts: whether the filters find something, and the limits for new members. */
import { automationMessages, newMemberLimits } from '@afterhours/contract/moderation/automation';
import type { Tx } from '#db/events.ts';
import type { FeatureContext } from '#http/feature.ts';
import { DAY } from '#http/gate/rate-limit.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { contentScreened } from './events.ts';
import { countNewLinks } from './links.ts';
import { listTexts, type WrittenTexts } from './member-texts.ts';
import { isNewMember } from './queries.ts';
import { type Screening, screeningOf } from './screening.ts';

export { circumstanceOf, listCircumstances } from './author-rules.ts';
export { memberTexts } from './member-texts.ts';
export { isNewInRow } from './queries.ts';
export { type Screening, type Verdict, withRule } from './screening.ts';

/** Returns the current filters and switches. To be called before a transaction, because it may need a connection. */
export const loadScreening = (services: Services): Promise<Screening> => screeningOf(services).current();

/**
 * Returns a function that screens what a member writes about themselves, to be called in the transaction of the change.
 * If nothing was written, it only updates the case's text. Loads the filters as `loadScreening` does.
 */
export async function prepareMemberScreening(services: Services) {
  const { screenProfile } = await loadScreening(services);
  return (tx: Tx, userId: string, written: WrittenTexts): Promise<void> =>
    tx.emit(contentScreened, {
      kind: 'member',
      subjectId: userId,
      rules: screenProfile(listTexts(written)),
      holdId: null,
    });
}

type Limited = keyof typeof newMemberLimits;

const refusals = {
  posts: automationMessages.postsADay,
  comments: automationMessages.commentsADay,
  links: automationMessages.linksADay,
  firstMessages: automationMessages.firstMessagesADay,
} as const;

type Texts = readonly (string | null | undefined)[];

type Action = {
  userId: string;
  texts: Texts;
  /** Returns the texts before an edit, so that only the links that it adds are counted. */
  before?: () => Promise<Texts>;
  /** Whether the action counts at all. */
  counts?: () => Promise<boolean>;
};

const join = (texts: Texts): string => texts.filter(Boolean).join('\n');

/**
 * Returns a function that runs a new member's action within the daily limits, for its kind and for links; it throws a
 * 429 at a limit. A failed action is not counted. Other members, and everyone while the limits are switched off, are
 * not limited.
 */
export function createNewMemberLimit({ createTryCounter, services }: FeatureContext, limited: Limited) {
  const counterOf = (name: Limited) =>
    createTryCounter({
      name: `new-member-${name}`,
      tries: newMemberLimits[name],
      seconds: DAY,
      message: english(refusals[name], { max: newMemberLimits[name] }),
    });
  const [done, links] = [counterOf(limited), counterOf('links')];

  async function isLimited({ userId, counts }: Action): Promise<boolean> {
    const { switches } = await loadScreening(services);
    if (!switches.newMembers || (counts && !(await counts()))) return false;
    return isNewMember(services.db, userId);
  }

  return async <T>(action: Action, run: () => Promise<T>): Promise<T> => {
    if (!(await isLimited(action))) return run();
    const { userId, texts, before } = action;
    const earlier = before ? await before() : [];
    const amounts = [
      { counter: done, amount: before ? 0 : 1 },
      { counter: links, amount: countNewLinks(join(texts), join(earlier)) },
    ].filter(({ amount }) => amount > 0);
    const taken: typeof amounts = [];
    try {
      for (const one of amounts) {
        await one.counter.takeAll(userId, one.amount);
        taken.push(one);
      }
      return await run();
    } catch (error) {
      // The call's own error is thrown, even if giving back fails.
      for (const { counter, amount } of taken) await counter.giveBack(userId, amount).catch(() => undefined);
      throw error;
    }
  };
}
