import { defineMessages } from '@afterhours/contract/base/message';

const texts = defineMessages('site.footer', {
  home: 'Home',
  posts: 'Posts',
  jobs: 'Jobs',
  webinars: 'Webinars',
  settings: 'Settings',
  terms: 'Terms',
  privacy: 'Privacy',
  profile: 'Profile',
});

/** Where footers lead; Posts and Jobs open the feed filtered by that type. */
export const places = [
  [texts.home, '/home'],
  [texts.posts, '/home?type=general'],
  [texts.jobs, '/home?type=job'],
  [texts.webinars, '/webinars'],
  [texts.settings, '/Settings'],
  [texts.terms, '/terms-condition'],
  [texts.privacy, '/privacy-policy'],
  [texts.profile, '/Profile'],
] as const;
