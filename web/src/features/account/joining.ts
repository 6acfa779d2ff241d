/** What pages for guests say about joining, by who may join. */
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import type { RegistrationMode } from '@afterhours/contract/community/community';
import { type Joining, joiningByMode, joiningTexts } from '@afterhours/contract/constants/joining';
import { registration } from '#lib/browser/site.ts';
import { accountTexts } from './account-texts.ts';

type JoiningOnPages = Joining & {
  /** The link where there is room for several words. */
  longLink: MessageDescriptor | null;
  /** Whether `link` fits into the top bar of a phone. */
  fitsPhone: boolean;
};

export const joiningModes = Object.keys(joiningByMode);

const isMode = (mode: string): mode is RegistrationMode => Object.hasOwn(joiningByMode, mode);

/** Returns the texts for a mode, which is by default the one that the server has written into the page. */
export function findJoining(mode: string = registration): JoiningOnPages {
  const joining = joiningByMode[isMode(mode) ? mode : 'open'];
  const { link } = joining;
  return {
    ...joining,
    longLink: link === joiningTexts.join ? accountTexts.createAccount : link,
    fitsPhone: link !== joiningTexts.invited,
  };
}
