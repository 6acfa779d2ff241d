import { type Job, noTerms } from '@afterhours/contract/jobs/jobs';

/** An open job without terms, to which the viewer has not applied, for tests. */
export const openJob: Job = {
  ...noTerms,
  state: 'open',
  closedAt: null,
  closeReason: null,
  closesAt: null,
  renewalsLeft: 0,
  mayRenew: false,
  answerRate: null,
  myApplication: null,
};
