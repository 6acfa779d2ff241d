/**
 * Decides which modules are built into one file, and which files each page needs. By default, the build creates a file
 * for every set of modules that the same pages share: about ninety for a member's first page, half of them under a
 * kilobyte.
 */
import type { PagePath } from '@afterhours/contract/pages';

/** The part of a bundler's module graph that is needed to follow a module's imports. */
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };
type PageGroup = { paths: readonly PagePath[]; modules: readonly string[] };

const SRC = `${import.meta.dirname}/src`;
const pages = (feature: string, ...names: string[]) =>
  names.map((name) => `${SRC}/features/${feature}/pages/${name}-page.tsx`);

/** Pages outside the shell, by the name of their file. */
export const GUEST_PAGES = {
  login: { paths: ['/Login'], modules: pages('account', 'login') },
  landing: { paths: ['/'], modules: pages('account', 'landing') },
  account: {
    paths: [
      '/Login/google',
      '/Login/oidc',
      '/Login/link',
      '/welcome',
      '/Register',
      '/Forgot',
      '/ResetPassword',
      '/export',
      '/u/:token',
      '/information',
      '/verify',
    ],
    modules: [
      ...pages(
        'account',
        'google-return',
        'oidc-return',
        'sign-in-link',
        'welcome',
        'register',
        'forgot',
        'information',
        'reset-password',
        'export',
        'verify',
      ),
      ...pages('notifications', 'unsubscribe'),
      // The sign-in methods besides the password, and the second step of a sign-in.
      `${SRC}/features/account/components/ways/other-ways.tsx`,
      `${SRC}/features/account/components/code-step.tsx`,
    ],
  },
} as const satisfies Record<string, PageGroup>;

/** Pages inside the shell, by the name of their file. */
export const MEMBER_PAGES = {
  feed: { paths: ['/home'], modules: pages('feed', 'home') },
  network: { paths: ['/mynetwork'], modules: pages('feed', 'my-network') },
  lists: {
    paths: ['/activities', '/p/:id', '/tags/:tag', '/webinars', '/jobs', '/bookmarks', '/results', '/no-result-found'],
    modules: [
      ...pages('activities', 'activities', 'post'),
      ...pages('browse', 'tag', 'webinars', 'jobs'),
      ...pages('bookmarks', 'bookmarks'),
      ...pages('search', 'results', 'no-result-found'),
    ],
  },
  profile: {
    paths: ['/Profile', '/results/view-profile/:id', '/@:username'],
    modules: pages('profile', 'profile', 'member'),
  },
  newcomers: { paths: ['/first-evening'], modules: pages('newcomers', 'first-evening') },
  people: {
    paths: ['/find', '/connections', '/mynetwork/invitaions', '/mynetwork/invitations'],
    modules: [...pages('people', 'find'), ...pages('follow', 'connections'), ...pages('connections', 'invitations')],
  },
  chat: { paths: ['/Messages'], modules: pages('messages', 'messages') },
  notifications: { paths: ['/Notification'], modules: pages('notifications', 'notification') },
  // Suspended members read the decision in components of the settings.
  settings: {
    paths: ['/Settings', '/suspended', '/waiting'],
    modules: pages('settings', 'settings', 'suspended', 'waiting'),
  },
  staff: {
    paths: [
      '/owner',
      '/moderation/filters',
      '/moderation/members',
      '/moderation/requests',
      '/moderation/overview',
      '/moderation/mail',
      '/moderation/payouts',
      '/moderation/team',
      '/moderation/log',
    ],
    modules: [
      ...pages('moderation', 'owner', 'filters', 'members', 'requests', 'overview', 'mails', 'team', 'log'),
      ...pages('payments/earnings', 'payouts'),
    ],
  },
  cases: { paths: ['/moderation'], modules: pages('moderation', 'moderation') },
  community: { paths: ['/moderation/community'], modules: pages('community', 'community') },
  webinars: {
    paths: ['/webinars/:id/manage', '/w/:id/join', '/me/seats'],
    modules: pages('webinars', 'manage', 'join', 'own-seats'),
  },
  money: {
    paths: ['/me/earnings', '/me/receipts/:number'],
    modules: [...pages('payments/earnings', 'earnings'), ...pages('payments/receipts', 'receipt')],
  },
  applications: {
    paths: ['/jobs/:id/applications', '/me/applications'],
    modules: pages('applications', 'my-applications', 'job-applications'),
  },
  scheduled: { paths: ['/scheduled'], modules: pages('posts/scheduled', 'scheduled') },
  site: { paths: ['/terms-condition', '/privacy-policy'], modules: pages('site', 'terms', 'privacy') },
} as const satisfies Record<string, PageGroup>;

/** On every page: the application, and what it loads after the page. */
const BASE = [`${SRC}/main.tsx`];
const TOASTER = [`${SRC}/ui/toasts/toaster.tsx`];
/** On every page for members: the shell, and what it loads after the page. */
const SHELL = [`${SRC}/app/routes/member-routes.tsx`];
const LIVE = [`${SRC}/app/live/realtime.ts`, `${SRC}/features/messages/dock/message-dock.tsx`];
/** The dialogs of the member's own profile, loaded right after the page, so that each opens at once, even offline. */
const EDITING = [
  ...['picture', 'goal', 'skill', 'education', 'experience'].map(
    (name) => `${SRC}/features/profile/editing/dialogs/${name}-dialog.tsx`,
  ),
  ...['profile', 'intro', 'bio'].map((name) => `${SRC}/features/profile/editing/update-${name}.tsx`),
  `${SRC}/features/profile/showcase/links-dialog.tsx`,
];
/** Loaded after everything else; the settings use a part of it. */
const INSTALLED_APP = [`${SRC}/features/installed-app/start.ts`];
/** Loaded by the cards of jobs and webinars. */
const FACTS = [`${SRC}/features/posts/components/job-facts.tsx`, `${SRC}/features/payments/seats/webinar-facts.tsx`];
/** Lists of posts, on their own pages and on profiles. */
const POSTS = [`${SRC}/features/feed/components/post-list.tsx`, `${SRC}/features/profile/components/recent-posts.tsx`];

const modulesOf = (groups: Record<string, PageGroup>) => Object.values(groups).flatMap(({ modules }) => modules);

/** Returns the modules and everything they import statically. */
function collectImports(modules: Modules, ids: readonly string[], found = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue;
    found.add(id);
    const module = modules.getModuleInfo(id);
    if (module === null) throw new Error(`The build has no module ${id}.`);
    collectImports(modules, module.importedIds, found);
  }
  return found;
}

/** Returns the modules that are in at least two of the sets. */
function findShared(sets: readonly Set<string>[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const id of sets.flatMap((set) => [...set])) (seen.has(id) ? shared : seen).add(id);
  return shared;
}

/**
 * Returns the modules of a set that import a module with `part` in its path, directly or indirectly, or are such a
 * module.
 */
function findUsers(modules: Modules, ids: ReadonlySet<string>, part: string): Set<string> {
  const uses = (id: string) => [...collectImports(modules, [id])].some((each) => each.includes(part));
  return new Set([...ids].filter(uses));
}

/** Returns the modules of the feed and of the pages without schemas; other pages use some of them in forms. */
function collectWithoutSchemas(modules: Modules, haveSchemas: ReadonlySet<string>): Set<string> {
  const sets = Object.values(MEMBER_PAGES).map((group) => collectImports(modules, group.modules));
  const feed = collectImports(modules, [...SHELL, ...LIVE, ...POSTS, ...FACTS, ...MEMBER_PAGES.feed.modules]);
  return new Set([feed, ...sets.filter((set) => set.isDisjointFrom(haveSchemas))].flatMap((set) => [...set]));
}

/** Returns the constants that schemas or several pages use. */
function collectConstants(modules: Modules, haveSchemas: ReadonlySet<string>): Set<string> {
  const parts = [...Object.values(MEMBER_PAGES).map((group) => group.modules), SHELL, LIVE, POSTS, [...haveSchemas]];
  const shared = findShared(parts.map((part) => collectImports(modules, part)));
  return new Set([...shared].filter((id) => id.includes('/contract/src/constants/')));
}

/** Assigns modules to named files. The first file to claim a module gets it. */
function assignNames(modules: Modules): Map<string, string> {
  const names = new Map<string, string>();
  const importsOf = (ids: readonly string[]) => collectImports(modules, ids);
  const assign = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!names.has(id)) names.set(id, name);
  };
  const { feed, network, lists, profile, newcomers, chat, ...others } = MEMBER_PAGES;
  const guests = importsOf(modulesOf(GUEST_PAGES));
  const posts = importsOf(POSTS);
  const live = importsOf(LIVE);
  const chats = importsOf(chat.modules);
  const otherPages = Object.values(others).map((group) => importsOf(group.modules));

  const ofMembers = importsOf([...SHELL, ...LIVE, ...EDITING, ...modulesOf(MEMBER_PAGES)]);
  // Only forms need schemas: the feed works without them, and sign-in loads them after its page.
  const haveSchemas = findUsers(modules, importsOf([...modulesOf(GUEST_PAGES), ...ofMembers]), '/node_modules/zod/');
  assign('base', importsOf([...BASE, ...TOASTER]));
  assign('base', importsOf(GUEST_PAGES.login.modules).intersection(ofMembers));
  const ofForms = guests.intersection(ofMembers).union(collectConstants(modules, haveSchemas));
  assign('fields', ofForms.intersection(collectWithoutSchemas(modules, haveSchemas)));
  assign('forms', ofForms);
  for (const [name, group] of Object.entries(GUEST_PAGES)) assign(name, importsOf(group.modules));
  assign('member', importsOf(SHELL));
  const share = (sets: readonly Set<string>[]) => {
    const shared = findShared(sets);
    assign('member', shared.difference(haveSchemas));
    assign('forms', shared);
  };
  // Modules that only these pages share are not loaded for every member.
  const { staff, cases, community, settings, applications, ...elsewhere } = MEMBER_PAGES;
  const needed = importsOf([...LIVE, ...POSTS, ...EDITING, ...modulesOf(elsewhere)]);
  const groups = [staff, cases, community, settings, applications];
  const ofStaff = findShared(groups.map((group) => importsOf(group.modules)));
  assign('shared-settings', ofStaff.difference(needed));
  const installedApp = importsOf(INSTALLED_APP);
  assign('member', installedApp.intersection(importsOf(settings.modules)).difference(needed));
  // Modules that chats share only with the dock are loaded with the dock, after the page.
  share([posts, live, ...otherPages]);
  share([posts, chats, ...otherPages]);
  assign('posts', posts);
  const ofProfiles = importsOf([...profile.modules, ...newcomers.modules, ...EDITING]);
  const withPosts = [...[feed, network, lists].map((group) => importsOf(group.modules)), ofProfiles];
  share([...withPosts, live, ...otherPages]);
  assign('live', live);
  assign('installed-app', installedApp);
  share([...withPosts, chats]);
  for (const [name, group] of Object.entries(MEMBER_PAGES)) assign(name, importsOf(group.modules));
  assign('editing', importsOf(EDITING));
  return names;
}

/** There are two stylesheets: one for guests' pages, which all pages load, and one for members' pages. */
const nameStyles = (script: string | undefined): string =>
  script !== undefined && ['base', 'fields', 'forms', ...Object.keys(GUEST_PAGES)].includes(script) ? 'base' : 'member';

/** Returns a function that names the file for a module, or returns null to leave the choice to the build. */
export function createChunkNames(): (id: string, modules: Modules) => string | null {
  let names: Map<string, string> | undefined;
  return (id, modules) => {
    names ??= assignNames(modules);
    const name = names.get(id);
    if (id.endsWith('.css')) return nameStyles(name);
    return name ?? (id.startsWith('\0rolldown') ? 'base' : null);
  };
}
