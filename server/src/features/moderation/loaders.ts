/** What the feature of message requests needs: to block and report the sender of one, as everywhere else. */
import { reportMessages } from '@afterhours/contract/moderation';
import type { FeatureContext } from '#http/feature.ts';

export { setBlock } from './blocks/block-commands.ts';
export { reportMessage } from './commands.ts';

const REPORTS_A_DAY = 100;

/** Returns the counter of a member's reports of a day, of every kind. */
export const createReportCounter = ({ createTryCounter }: FeatureContext) =>
  createTryCounter({ name: 'reports', tries: REPORTS_A_DAY, seconds: 86_400, message: reportMessages.tooMany });
