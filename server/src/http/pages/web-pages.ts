/** The built web application: hashed assets cached for a year, and one page for every address outside the API. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { registrationModes } from '@afterhours/contract/community/community';
import { pagePaths } from '@afterhours/contract/pages';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#services.ts';
import { hasAlready } from '../body/etag.ts';
import { failureHeaders, logFailure } from '../errors/error-sink.ts';
import { AppError } from '../errors/errors.ts';
import type { UnknownRoutes } from '../errors/unknown-routes.ts';
import type { Allowance } from '../gate/rate-limit.ts';
import { iconAddress } from './app/icons.ts';
import { addAppWorker, findAppBuild } from './app/worker.ts';
import { type DescribedPage, type DescribedPages, matchPath, segmentsOf } from './described-pages.ts';
import {
  type CachedPage,
  createGuestPages,
  renderMain,
  renderMissing,
  type WrittenPage,
  writePage,
} from './guest-pages.ts';
import { iconOf } from './logo-tags.ts';
import { createPageFileInserter } from './page-files.ts';
import { renderHead } from './page-head.ts';
import { findPageHeaders } from './security-headers.ts';
import { brandPage } from './site-heads.ts';

const YEAR = 'public, max-age=31536000, immutable';

export type WebPages = {
  /** The folder of the built application; nothing is served if it contains no page. */
  folder: string;
  services: Pick<Services, 'config' | 'community' | 'touched'>;
  described: DescribedPages;
  /** Describing a page may query the database, so it costs its caller as much as a call that reads. */
  allowance: Allowance;
  unknown: UnknownRoutes;
};

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    // The page itself is served with its own head.
    index: false,
    preCompressed: true,
    // A hidden file is metadata of the build, not a page.
    dotfiles: 'ignore',
    setHeaders(reply, file) {
      const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
      reply.header('cache-control', hashed ? YEAR : 'no-cache');
    },
  });
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';

/** A name with an extension is a file, except that usernames may contain a period: `/@a.b`, also as `/%40a.b`. */
const isPage = (request: FastifyRequest): boolean =>
  !/^\/(api|socket\.io)(\/|$)/i.test(pathOf(request)) && !/\/(?!@|%40)[^/]+\.[a-z0-9]+$/i.test(pathOf(request));

const patterns = pagePaths.map(segmentsOf);

/** Returns true if there is a page at this address; at any other, the application shows "Page Not Found". */
const isKnownPage = (pathname: string): boolean =>
  patterns.some((pattern) => matchPath(pattern, segmentsOf(pathname)) !== null);

/** What crawlers may load: all public pages with their pictures, and no API call except the one for embedding. */
const ROBOTS = 'User-agent: *\nAllow: /api/uploads/\nAllow: /api/previews/\nAllow: /api/oembed\nDisallow: /api/\n';

function addWellKnownFiles(app: FastifyInstance, { community, config }: Pick<Services, 'community' | 'config'>): void {
  const schema = { hide: true };
  app.get('/robots.txt', { schema }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`${ROBOTS}\nSitemap: ${config.publicUrl}/sitemap.xml\n`),
  );
  // Tools that do not parse the page request this file by name.
  app.get('/favicon.ico', { schema }, async (_request, reply) => {
    const { stored } = community.logo();
    return stored ? reply.redirect(iconOf(stored).jpeg, 302) : reply.redirect('/favicon.svg', 302);
  });
}

type LoadPage = (() => Promise<CachedPage>) | undefined;

/** Returns the described page, or why it cannot be described; undefined if there is no description. */
async function load(allowance: Allowance, find: LoadPage, request: FastifyRequest) {
  if (!find) return undefined;
  try {
    await allowance.take({ address: request.ip }, 'read');
    return await find();
  } catch (error) {
    return logFailure(error, request.log);
  }
}

/** Returns the built landing pages, by who may join. A build without them has none. */
function readLandings(folder: string): ReadonlyMap<string, string> {
  const files = registrationModes.map((mode) => [mode, path.join(folder, `landing-${mode}.html`)] as const);
  return new Map(
    files.filter(([, file]) => existsSync(file)).map(([mode, file]) => [mode, readFileSync(file, 'utf8')]),
  );
}

type NamedPages = { version: string; page: string; landing: string; headers: Record<string, string> };

/**
 * Returns a function that loads the built pages with the community's current name, and their headers, whose policy
 * depends on the pages' content.
 */
function readPages({ folder, services }: WebPages, file: string, appBuild: string | null): () => Promise<NamedPages> {
  const { config, community } = services;
  const built = readFileSync(file, 'utf8');
  const landings = readLandings(folder);
  let named: NamedPages | undefined;
  return async () => {
    const { version: ofSettings, ...settings } = community.settings();
    const logo = community.logo();
    const version = `${ofSettings} ${logo.version}`;
    if (named?.version === version) return named;
    const passwords = config.oidc?.only !== true;
    const names = { name: community.name(), contact: community.contact(), logo: logo.stored };
    const ofApp = { icon: iconAddress({ community }, 'square-180'), appBuild };
    const facts = { ...settings, ...names, ...ofApp, passwords, proofOfWork: community.asksForWork() };
    const landing = landings.get(settings.registration) ?? '';
    const pages = { page: brandPage(built, facts), landing: landing && brandPage(landing, facts) };
    const headers = { ...(await findPageHeaders(config, pages.page + pages.landing)), 'cache-control': 'no-cache' };
    named = { version, ...pages, headers };
    return named;
  };
}

/** Pages with their content are the same for everyone, signed in or not. */
const DESCRIBED = 'public, max-age=0, s-maxage=30';

type PageResponse = { status: number; page: WrittenPage; headers: Record<string, string> };

/** Returns a function that writes the requested page, or returns the path of the page that replaces it. */
function createPageWriter(pages: WebPages, findPages: () => Promise<NamedPages>) {
  const { folder, described, allowance, services } = pages;
  const { config, community, touched } = services;
  const insertFiles = createPageFileInserter(folder);
  const findGuestPage = createGuestPages(described, { touched });

  const write = (built: string, page: DescribedPage, version: string): WrittenPage => {
    const site = { name: community.name(), publicUrl: config.publicUrl };
    const withMain = renderMain(built, page, community.settings().registration);
    return writePage(renderHead(withMain, page.head, site), version);
  };

  return async (request: FastifyRequest): Promise<PageResponse | { movedTo: string }> => {
    const pathname = pathOf(request);
    const isKnown = isKnownPage(pathname);
    const { cursor } = request.query as { cursor?: unknown };
    const find = isKnown ? findGuestPage(pathname, typeof cursor === 'string' ? cursor : undefined) : undefined;
    const loaded = await load(allowance, find, request);
    const { page: built, landing, headers, version } = await findPages();
    const builtPage = () => (pathname === '/' && landing ? landing : insertFiles(built, pathname));
    if (loaded instanceof AppError) {
      // The application still starts, but search engines must not list what it then shows.
      const page = writePage(builtPage(), version);
      return { status: loaded.status, page, headers: { ...headers, ...failureHeaders(loaded) } };
    }
    const description = loaded?.description;
    if (!isKnown || description === null || description === 'gone') {
      const isGone = description === 'gone';
      const page = writePage(renderMissing(builtPage(), isGone, community.settings().registration), version);
      return { status: isGone ? 410 : 404, page, headers };
    }
    if (loaded === undefined || description === undefined)
      return { status: 200, page: writePage(builtPage(), version), headers };
    if ('movedTo' in description) return description;
    if (loaded.written?.version !== version) loaded.written = write(builtPage(), description, version);
    const sent = description.main ? { ...headers, 'cache-control': DESCRIBED } : headers;
    return { status: 200, page: loaded.written, headers: sent };
  };
}

/** Serves `folder` if it contains a built page. Unknown API addresses stay a 404 or 405 in the contract's form. */
export async function addWebPages(app: FastifyInstance, pages: WebPages): Promise<void> {
  const { folder, services, unknown } = pages;
  const file = path.join(folder, 'index.html');
  app.setNotFoundHandler((request) => {
    throw unknown.describe(request);
  });
  if (!existsSync(file)) return;
  const build = findAppBuild(folder, services.config);
  const findPages = readPages(pages, file, build);
  const writeFor = createPageWriter(pages, findPages);
  await serveFiles(app, folder);
  addWellKnownFiles(app, services);
  addAppWorker(app, {
    folder,
    build,
    async loadShell() {
      const { page, headers, version } = await findPages();
      return { page: writePage(page, version), headers };
    },
  });
  // A route rather than the not-found handler, whose responses would not be compressed.
  app.get('/*', { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPage(request)) throw unknown.describe(request);
    const response = await writeFor(request);
    if ('movedTo' in response) return reply.header('cache-control', 'no-cache').redirect(response.movedTo, 302);
    const { status, page, headers } = response;
    reply.headers({ ...headers, etag: page.etag });
    if (status === 200 && hasAlready(request, page.etag)) return reply.status(304).send();
    return page.response.send(request, reply.status(status));
  });
}
