/** For message requests, whose senders can be blocked and reported. */
import { reportMessages } from '@afterhours/contract/moderation/moderation';
import type { FeatureContext } from '#http/feature.ts';
import { DAY } from '#http/gate/rate-limit.ts';

export { setBlockWithin } from './blocks/block-commands.ts';
export { type Reason, reportMessage } from './commands.ts';

const REPORTS_A_DAY = 100;

/** Creates the counter of each member's reports per day, whatever they report. */
export const createReportCounter = ({ createTryCounter }: FeatureContext) =>
  createTryCounter({ name: 'reports', tries: REPORTS_A_DAY, seconds: DAY, message: reportMessages.tooMany });
