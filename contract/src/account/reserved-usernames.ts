/** Names that nobody can take, because they look like a part of the site or like somebody who speaks for it. */
const RESERVED = new Set(
  (
    'abuse account accounts activities admin administrator all anonymous api assets auth billing blog ' +
    'bookmarks community connections contact dashboard deleted docs embed everyone feed feeds find forgot ' +
    'guest help here home info information jobs legal login logout mail me media member members messages mod ' +
    'moderation moderator moderators mynetwork news noreply notification notifications null oembed official ' +
    'owner owners p payments pages policy post posts press privacy profile public register results robots ' +
    'root sales scheduled search security settings share shop signin signup site sitemap sitemaps staff ' +
    'static status store support suspended system tag tags team terms test undefined uploads user username ' +
    'users verify waiting web webinars webmaster welcome www'
  ).split(' '),
);

/** Whether this username is closed to new members; members who already have it keep it. */
export const isReservedUsername = (username: string): boolean =>
  RESERVED.has(username.toLowerCase().replaceAll(/[._]/g, ''));
