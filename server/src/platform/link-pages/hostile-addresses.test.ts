/** Addresses that lead to this machine, or to something only this machine can reach. None of them may be fetched. */
import dns from 'node:dns';
import { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { LookupFunction } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebSite, type WebSite } from '#testing/servers/web-site.ts';
import { toCardAddress } from './card-address.ts';
import { reach } from './guarded-fetch.ts';
import { fetchPage } from './link-page-worker.ts';

/** Servers that must not be reached: they listen on both loopback addresses. */
let canaries: WebSite[];
/** A public site that redirects. */
let site: WebSite;
const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-hostile-'));

beforeAll(async () => {
  site = await startWebSite();
  canaries = [await startWebSite('127.0.0.1')];
  const v6 = await startWebSite('::1').catch(() => null);
  if (v6) canaries.push(v6);
  for (const canary of canaries) canary.serve('/', '<title>SECRET</title>');
});
beforeEach(() => {
  for (const canary of canaries) canary.asked.length = 0;
});
afterAll(async () => {
  await Promise.all([site, ...canaries].map((each) => each.close()));
  rmSync(folder, { recursive: true, force: true });
});

const port = () => canaries[0]?.port ?? 0;
const portV6 = () => canaries.at(-1)?.port ?? 0;

/** Every form of the loopback address and of other private networks, with the canary's port if it has one. */
const hostile: readonly [name: string, address: () => string][] = [
  ['loopback', () => `http://127.0.0.1:${port()}/`],
  ['loopback by https', () => `https://127.0.0.1:${port()}/`],
  ['another loopback address', () => `http://127.8.8.8:${port()}/`],
  ['a short form', () => `http://127.1:${port()}/`],
  ['a shorter form', () => `http://127.0.1:${port()}/`],
  ['one decimal number', () => `http://2130706433:${port()}/`],
  ['one hexadecimal number', () => `http://0x7f000001:${port()}/`],
  ['hexadecimal parts', () => `http://0x7f.0x0.0x0.0x1:${port()}/`],
  ['octal parts', () => `http://0177.0.0.1:${port()}/`],
  ['octal with zeros', () => `http://0000177.0000.0000.0001:${port()}/`],
  ['full-width digits', () => `http://１２７.０.０.１:${port()}/`],
  ['circled digits', () => `http://①②⑦.⓪.⓪.①:${port()}/`],
  ['ideographic full stops', () => `http://127。0。0。1:${port()}/`],
  ['percent-encoded digits', () => `http://%31%32%37.0.0.1:${port()}/`],
  ['a dot at the end', () => `http://127.0.0.1.:${port()}/`],
  ['any address', () => `http://0.0.0.0:${port()}/`],
  ['zero', () => `http://0:${port()}/`],
  ['IPv6 loopback', () => `http://[::1]:${portV6()}/`],
  ['IPv6 loopback in full', () => `http://[0:0:0:0:0:0:0:1]:${portV6()}/`],
  ['IPv6 any address', () => `http://[::]:${portV6()}/`],
  ['IPv4 in IPv6', () => `http://[::ffff:127.0.0.1]:${port()}/`],
  ['IPv4 in IPv6, hexadecimal', () => `http://[::ffff:7f00:1]:${port()}/`],
  ['IPv4-compatible IPv6', () => `http://[::127.0.0.1]:${port()}/`],
  ['NAT64', () => `http://[64:ff9b::7f00:1]:${port()}/`],
  ['6to4', () => `http://[2002:7f00:1::]:${port()}/`],
  ['Teredo', () => `http://[2001:0:7f00:1::]:${port()}/`],
  ['unique local IPv6', () => `http://[fd00::1]:${port()}/`],
  ['link-local IPv6', () => `http://[fe80::1]:${port()}/`],
  ['localhost', () => `http://localhost:${port()}/`],
  ['localhost with a dot', () => `http://localhost.:${port()}/`],
  ['a name below localhost', () => `http://app.localhost:${port()}/`],
  ['localhost.localdomain', () => `http://localhost.localdomain:${port()}/`],
  ['a name of the local network', () => `http://printer.local:${port()}/`],
  ['an internal name', () => `http://metadata.google.internal/`],
  ['a name without a dot', () => `http://intranet:${port()}/`],
  ['the metadata address', () => 'http://169.254.169.254/latest/meta-data/'],
  ['the metadata address as a number', () => 'http://2852039166/'],
  ['the metadata address in IPv6', () => 'http://[fd00:ec2::254]/'],
  ['a private network 10', () => 'http://10.0.0.1/'],
  ['a private network 172', () => 'http://172.16.0.1/'],
  ['a private network 192', () => 'http://192.168.1.1/'],
  ['the shared network', () => 'http://100.64.0.1/'],
  ['broadcast', () => 'http://255.255.255.255/'],
  ['multicast', () => 'http://224.0.0.1/'],
  ['a public name at another port', () => `http://site.example:${port()}/`],
  ['a user name', () => `http://user@site.example/`],
  ['a password', () => `http://:secret@site.example/`],
  ['a user name that looks like a site', () => `http://site.example@127.0.0.1:${port()}/`],
  ['a backslash', () => `http://site.example\\@127.0.0.1:${port()}/`],
  ['a file', () => 'file:///etc/passwd'],
  ['data', () => 'data:text/html,<title>SECRET</title>'],
  ['ftp', () => `ftp://127.0.0.1:${port()}/`],
  ['gopher', () => `gopher://127.0.0.1:${port()}/_x`],
  ['a script', () => 'javascript:alert(1)'],
  ['nothing', () => ''],
];

const reached = () => canaries.flatMap((canary) => canary.asked);

const original = dns.lookup;
let lookups = 0;

/**
 * Makes names resolve to these addresses: at first to those in the first list, then in the next, and from then on in
 * the last.
 */
function resolveTo(...responses: string[][]): void {
  lookups = 0;
  const lookup = ((_name, options, done) => {
    const addresses = responses[Math.min(lookups++, responses.length - 1)] ?? [];
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first] = found;
    setImmediate(() => (options.all ? done(null, found) : done(null, first?.address ?? '', first?.family)));
  }) as LookupFunction;
  setLookup(lookup as never);
}

function setLookup(lookup: typeof dns.lookup): void {
  dns.lookup = lookup;
  syncBuiltinESMExports();
}

const order = (address: string, hostOverrides: Record<string, string> = {}) => ({
  address,
  folder,
  ownHosts: ['community.example'],
  hostOverrides,
});

describe('A hostile address', () => {
  it.each(hostile)('is not fetched: %s', async (_name, address) => {
    expect((await fetchPage(order(address()))).kind).not.toBe('page');
    expect(reached()).toEqual([]);
  });

  it.each(hostile)('is not fetched when a site redirects to it: %s', async (_name, address) => {
    site.pages.set('/away', (reply) => reply.writeHead(302, { location: encodeURI(address()) }).end());
    const found = await fetchPage(order('http://site.example/away', { 'site.example': site.origin }));
    expect(found.kind).not.toBe('page');
    expect(reached()).toEqual([]);
  });

  it.each(hostile)('is not fetched as a picture: %s', async (_name, address) => {
    const picture = address().replaceAll('"', '');
    site.serve('/picture', `<title>Fine</title><meta property="og:image" content="${picture}">`);
    const found = await fetchPage(order('http://site.example/picture', { 'site.example': site.origin }));
    expect(found.kind).toBe('page');
    expect(reached()).toEqual([]);
  });
});

/** Requests an address without a host override; returns why it was not reached. */
async function findRefusal(address: string): Promise<unknown> {
  const limits = { ownHosts: [], hostOverrides: {} };
  try {
    return await reach(address, { accept: '*/*', signal: AbortSignal.timeout(400) }, limits);
  } catch (error) {
    let cause: unknown = error;
    while (cause instanceof Error && cause.cause !== undefined) ({ cause } = cause);
    return cause instanceof Error ? cause.message : cause;
  }
}

describe('A public name', () => {
  const REFUSED = 'Hostname resolved to non-unicast address';
  afterEach(() => setLookup(original));

  it.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '169.254.169.254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00:ec2::254',
  ])('is not fetched if it resolves to %s', async (address) => {
    resolveTo([address]);
    expect(await findRefusal('http://rebound.example.com/')).toBe(REFUSED);
    expect(await findRefusal('https://rebound.example.com/')).toBe(REFUSED);
  });

  it('is not fetched if it resolves to a public and a loopback address', async () => {
    resolveTo(['93.184.216.34', '127.0.0.1']);
    expect(await findRefusal('http://rebound.example.com/')).toBe(REFUSED);
  });

  it('is looked up once per connection, so that it cannot resolve to this machine after the check', async () => {
    resolveTo(['93.184.216.34'], ['127.0.0.1']);
    expect(await findRefusal('http://rebound.example.com/')).not.toBe(REFUSED);
    expect(lookups).toBe(1);
    expect(await findRefusal('http://rebound.example.com/')).toBe(REFUSED);
  });
});

describe('The canary', () => {
  it('is reached if nothing prevents it, so that the tests above can fail', async () => {
    const origin = canaries[0]?.origin ?? '';
    const found = await fetchPage(order('http://site.example/', { 'site.example': origin }));
    expect(found).toMatchObject({ kind: 'page', title: 'SECRET' });
    expect(reached()).toEqual(['/']);
  });
});

describe('The address of a card', () => {
  it.each([
    ['https://www.example.com/a?b=c#d', 'https://www.example.com/a?b=c'],
    ['HTTPS://EXAMPLE.COM:443', 'https://example.com/'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://community.example/p/1', null],
    [`https://community.example`, null],
  ])('of %s is %s', (address, expected) => {
    expect(toCardAddress(address, ['community.example'])).toBe(expected);
  });

  it('is null if it is too long', () => {
    expect(toCardAddress(`https://example.com/${'a'.repeat(2_000)}`, [])).toBeNull();
  });
});
