/** Moderation cases as the staff receive them. */
import { idOf } from './build.ts';

const TIME = '2026-03-01T20:00:00.000Z';

/** An open case about a member, with reports. */
export const buildCase = (number: number, more: object = {}) => ({
  _id: idOf(number),
  subject: { kind: 'member', _id: idOf(number + 50) },
  member: null,
  state: 'open',
  outcome: null,
  score: 6,
  reasons: [{ category: 'spam', count: 3, weight: 2 }],
  reportsCount: 3,
  source: 'reports',
  rules: [],
  held: false,
  claimedBy: null,
  createdAt: TIME,
  excerpt: `Buy number ${number}`,
  ...more,
});

/** The same case with its details, as opened by the staff. */
export const buildCaseDetail = (number: number, more: object = {}) => ({
  ...buildCase(number),
  refusal: null,
  evidence: {
    text: `Buy number ${number} now`,
    title: null,
    link: null,
    files: [],
    pictures: [],
    documents: [],
    createdAt: TIME,
  },
  appealed: null,
  above: { post: null, comment: null },
  path: null,
  reports: [],
  decisions: [],
  earlier: [],
  ...more,
});
