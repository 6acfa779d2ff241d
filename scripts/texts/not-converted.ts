/** What `check.ts` lets pass for now: folders of web/ whose texts still stand in the code. It only shrinks. */
export const NOT_CONVERTED: readonly string[] = [
  'web/src/app/',
  'web/src/features/connections/',
  'web/src/features/follow/',
  'web/src/features/moderation/',
  'web/src/features/notifications/',
  'web/src/features/people/',
  'web/src/features/site/',
];
