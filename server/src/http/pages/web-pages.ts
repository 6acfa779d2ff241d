/** The built web application: hashed assets cached for a year, and one page for every address outside the API. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pagePaths } from '@afterhours/contract/pages';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Community } from '#community/community.ts';
import type { Config } from '#config.ts';
import { AppError } from '../errors/errors.ts';
import type { UnknownRoutes } from '../errors/unknown-routes.ts';
import type { Allowance } from '../gate/rate-limit.ts';
import { iconOf } from './logo-tags.ts';
import { namePageFiles } from './page-files.ts';
import { matchPath, type PageHead, type PageHeads, renderHead, segmentsOf } from './page-heads.ts';
import { findPageHeaders } from './security-headers.ts';
import { nameSite } from './site-heads.ts';

const YEAR = 'public, max-age=31536000, immutable';

export type WebPages = {
  /** The folder of the built application; nothing is served when it contains no page. */
  folder: string;
  config: Pick<Config, 'publicUrl' | 'stripe' | 'hstsSubdomains' | 'oidc'>;
  community: Community;
  heads: PageHeads;
  /** Describing a page may query the database: it costs its caller as much as a call that reads. */
  allowance: Allowance;
  unknown: UnknownRoutes;
};

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    // The page itself is served with its head in it.
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

const isPage = (request: FastifyRequest): boolean =>
  !/^\/(api|socket\.io)(\/|$)/i.test(pathOf(request)) && !/\/[^/]+\.[a-z0-9]+$/i.test(pathOf(request));

const patterns = pagePaths.map(segmentsOf);

/** Whether there is a page at this address; the application shows "Page Not Found" at any other. */
const isKnownPage = (pathname: string): boolean =>
  patterns.some((pattern) => matchPath(pattern, segmentsOf(pathname)) !== null);

/** What crawlers may load: all public pages, no call. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\n';

function addWellKnownFiles(app: FastifyInstance, community: Community): void {
  const schema = { hide: true };
  app.get('/robots.txt', { schema }, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS));
  // Requested by name, by tools that do not parse the page.
  app.get('/favicon.ico', { schema }, async (_request, reply) => {
    const { stored } = community.logo();
    return stored ? reply.redirect(iconOf(stored).jpeg, 302) : reply.redirect('/favicon.svg', 302);
  });
}

/** Returns the head of the requested page: null when there is no such page, undefined when it has no description. */
async function findHead({ heads, allowance }: WebPages, request: FastifyRequest): Promise<PageHead | null | undefined> {
  const read = heads.find(pathOf(request));
  if (!read) return undefined;
  try {
    await allowance.take({ address: request.ip }, 'read');
    return await read();
  } catch (error) {
    // A preview is not worth the page: the application still starts, and reports errors itself.
    if (!(error instanceof AppError)) request.log.warn({ err: error }, 'page could not be described');
    return undefined;
  }
}

type NamedPages = { version: string; page: string; landing: string; headers: Record<string, string> };

/**
 * Returns a function that returns the built pages with the present name of the community, and their headers: the policy
 * names what is in the page.
 */
function readPages({ folder, config, community }: WebPages, file: string): () => Promise<NamedPages> {
  const built = readFileSync(file, 'utf8');
  const whole = path.join(folder, 'landing.html');
  // The build has written it out; empty where there is none.
  const landing = existsSync(whole) ? readFileSync(whole, 'utf8') : '';
  let named: NamedPages | undefined;
  return async () => {
    const { version: ofSettings, ...settings } = community.settings();
    const logo = community.logo();
    const version = `${ofSettings} ${logo.version}`;
    if (named?.version === version) return named;
    const passwords = config.oidc?.only !== true;
    const names = { name: community.name(), contact: community.contact(), logo: logo.stored };
    const facts = { ...settings, ...names, passwords, proofOfWork: community.asksForWork() };
    const pages = { page: nameSite(built, facts), landing: landing && nameSite(landing, facts) };
    const headers = { ...(await findPageHeaders(config, pages.page + pages.landing)), 'cache-control': 'no-cache' };
    named = { version, ...pages, headers };
    return named;
  };
}

/** Serves `folder` when it contains a built page. Unknown API addresses stay a 404 or 405 in the contract's form. */
export async function addWebPages(app: FastifyInstance, pages: WebPages): Promise<void> {
  const { folder, config, community, unknown } = pages;
  const file = path.join(folder, 'index.html');
  app.setNotFoundHandler((request) => {
    throw unknown.describe(request);
  });
  if (!existsSync(file)) return;
  const findPages = readPages(pages, file);
  const withFiles = namePageFiles(folder);
  await serveFiles(app, folder);
  addWellKnownFiles(app, community);
  // A route instead of the not-found handler, which would send it uncompressed.
  app.get('/*', { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPage(request)) throw unknown.describe(request);
    const head = isKnownPage(pathOf(request)) ? await findHead(pages, request) : null;
    const { page: built, landing, headers } = await findPages();
    const whole = pathOf(request) === '/' && landing ? landing : withFiles(built, pathOf(request));
    const page = head ? renderHead(whole, head, { name: community.name(), publicUrl: config.publicUrl }) : whole;
    const etag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`;
    reply.headers({ ...headers, etag });
    if (head !== null && request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply
      .status(head === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
