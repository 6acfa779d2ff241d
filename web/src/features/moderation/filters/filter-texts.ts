import { defineMessages } from '@afterhours/contract/base/message';

export const filterKindNames = defineMessages('moderation.filterKind', {
  words: 'Words',
  domains: 'Links to sites',
});

export const effectNames = defineMessages('moderation.filterEffect', {
  hold: 'Hold until a moderator has reviewed it',
  flag: 'Show it, and open a case',
});

export const placeNames = defineMessages('moderation.filterPlace', {
  posts: 'Posts',
  comments: 'Comments',
  profiles: 'Profiles',
});
