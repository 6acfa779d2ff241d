/**
 * Which modules are built into one file. Left alone, the build makes a file of every set of modules that the same
 * pages share: about ninety for the first page of a member, half of them under a kilobyte.
 */

/** As much of a bundler's module graph as is needed to walk what a module imports. */
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

const SRC = `${import.meta.dirname}/src`;
const ENTRY = `${SRC}/main.tsx`;
const SHELL = `${SRC}/app/routes/member-routes.tsx`;
const HOME = `${SRC}/features/feed/pages/home-page.tsx`;
const POSTS = `${SRC}/features/feed/components/post-list.tsx`;
const LANDING = `${SRC}/features/account/pages/landing-page.tsx`;
const LOGIN = `${SRC}/features/account/pages/login-page.tsx`;
/** The other pages outside the shell, and the part that every page loads later: they keep what only they share. */
const OUTSIDE = [
  LANDING,
  ...['google-return', 'welcome', 'register', 'forgot', 'information', 'reset-password', 'verify'].map(
    (name) => `${SRC}/features/account/pages/${name}-page.tsx`,
  ),
  `${SRC}/ui/feedback/toaster.tsx`,
];

/** The modules that some modules import statically, themselves included. */
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

/** Every module that belongs into a named file; the first file that asks for it has it. */
function assignNames(modules: Modules): Map<string, string> {
  const names = new Map<string, string>();
  const importsOf = (...ids: string[]) => collectImports(modules, ids);
  const assign = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!names.has(id)) names.set(id, name);
  };
  assign('base', importsOf(ENTRY));
  const common = importsOf(LOGIN).intersection(importsOf(SHELL, HOME));
  assign('common', common.intersection(importsOf(LANDING)));
  assign('forms', common);
  assign('', importsOf(LOGIN, ...OUTSIDE));
  // What every page of members has, then what every page with posts has.
  assign('member', importsOf(SHELL));
  assign('feed', importsOf(POSTS));
  // These stay files of their own, which the manifest lists by their names.
  for (const id of [ENTRY, SHELL, HOME, LOGIN, LANDING, POSTS]) names.delete(id);
  return names;
}

/** Returns a function that names the file a module is built into, or null where the build decides. */
export function createChunkNames(): (id: string, modules: Modules) => string | null {
  let names: Map<string, string> | undefined;
  return (id, modules) => {
    names ??= assignNames(modules);
    return names.get(id) || null;
  };
}
