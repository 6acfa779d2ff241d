/** Fixtures: a running product for each worker, members, and browsers whose console errors fail the test. */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Pattern } from './members.ts';
import { type Product, startProduct } from './product.ts';

export const PASSWORD = 'Lantern42light';

export type Member = {
  email: string;
  firstName: string;
  lastName: string;
  username: string;
  token: string;
  id: string;
};

export type Visitor = { page: Page; context: BrowserContext };

export type Api = (
  member: Member | null,
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: never }>;

type Settings = Record<string, string>;

/** The product that a test uses. Each set of settings (environment variables) has a product of its own. */
type Running = { settings: Settings; product: Product };

/** The products of a worker. */
type Products = {
  /** Returns the product with these settings, and starts it if it is not running. */
  startOnce(settings: Settings): Promise<Product>;
  stopAllBut(...settingsToKeep: readonly Settings[]): Promise<void>;
};

export type Fixtures = {
  /** Opens a page in a new browser context. `signedIn` is the member whose session the context has. */
  visit: (options?: {
    signedIn?: Member;
    width?: number;
    height?: number;
    dark?: boolean;
    /** The address of another product than the worker's. */
    origin?: string;
    /** True for a test that cuts the connection: the browser's messages about that are not errors. */
    expectNetworkErrors?: boolean;
  }) => Promise<Visitor>;
  /** Registers a member through the API, with a mailed code, and signs them in. */
  signUp: (fields?: Record<string, string>) => Promise<Member>;
  /** Creates a signed-in member, who has not been mailed a code. */
  join: (fields?: Record<string, string>) => Promise<Member>;
  /** Calls the API as a member. */
  api: Api;
};

const patterns = new WeakMap<Product, Promise<Pattern>>();

let lastNumber = 0;

/** Returns the fields of a registration, with a name and an address that no other member has. */
export function newMember(fields: Record<string, string> = {}) {
  lastNumber++;
  return {
    email: `m${process.pid}x${lastNumber}@example.com`,
    password: PASSWORD,
    firstName: `Noor${lastNumber}`,
    lastName: 'Haddad',
    phone: '1234567890',
    dob: '03-04-1991',
    country: 'Portugal',
    profession: 'Illustrator',
    ...fields,
  };
}

/** Returns a text that no other post of this run has, because a worker's journeys share the feed of one product. */
export function uniqueText(text: string): string {
  lastNumber++;
  return `${text} (${process.pid}.${lastNumber})`;
}

/** Returns an address of the member's own, because the calls from one network are limited. */
const addressOf = ({ id }: Member): string =>
  `10.${[30, 32, 34].map((at) => Number.parseInt(id.slice(at, at + 2), 16)).join('.')}`;

// The browser's message about an error response that the page expects and shows.
const EXPECTED = /Failed to load resource: the server responded with a status of (401|402|403|404|409|422|429)/;
const MISSING_ASSET = 'dynamically imported module|/assets/\\S+ could not be loaded';
const NETWORK_ERROR = new RegExp(
  `net::ERR_(FAILED|INTERNET_DISCONNECTED|NETWORK_CHANGED|CONNECTION_)|${MISSING_ASSET}`,
);

export const test = base.extend<Fixtures & Running, { products: Products }>({
  // A file can set them for all its tests: `test.use({ settings: { RATE_LIMIT_FACTOR: '0' } })`.
  settings: [{}, { option: true }],

  // The products are scoped to the worker: with settings of the worker, each set would need another browser, too.
  products: [
    async ({}, use) => {
      const running = new Map<string, Promise<Product>>();
      const products: Products = {
        startOnce(settings) {
          const key = JSON.stringify(settings);
          const product = running.get(key) ?? startProduct(settings);
          running.set(key, product);
          // After a failed start, the next test tries again.
          product.catch(() => running.delete(key));
          return product;
        },
        async stopAllBut(...settingsToKeep) {
          const keys = new Set(settingsToKeep.map((settings) => JSON.stringify(settings)));
          for (const [key, product] of running) {
            if (keys.has(key)) continue;
            running.delete(key);
            await (await product).stop();
          }
        },
      };
      await use(products);
      await products.stopAllBut();
    },
    { scope: 'worker' },
  ],

  product: [
    async ({ settings, products }, use) => {
      // A product that no file needs any more would still use processor time. Most files use the one without settings.
      await products.stopAllBut(settings, {});
      await use(await products.startOnce(settings));
    },
    { timeout: 90_000 },
  ],

  api: async ({ product }, use) => {
    await use(async (member, method, path, body) => {
      const response = await fetch(`${product.origin}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(member ? { authorization: `Bearer ${member.token}`, 'x-forwarded-for': addressOf(member) } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as { status: number; body: never };
    });
  },

  signUp: async ({ api }, use) => {
    await use(async (fields) => {
      const body = newMember(fields);
      expect(await api(null, 'POST', '/signup', body), 'signing up').toMatchObject({ status: 200 });
      const response = await api(null, 'POST', '/login', { email: body.email, password: body.password });
      expect(response, 'signing in').toMatchObject({ status: 200 });
      const { body: session } = response as { body: { token: string; user: { _id: string; username: string } } };
      const { email, firstName, lastName } = body;
      const { token, user } = session;
      return { email, firstName, lastName, username: user.username, token, id: user._id };
    });
  },

  join: async ({ product, signUp }, use) => {
    await use(async (fields) => {
      // Loaded here because Playwright loads this file in the process that only lists the tests, too.
      const { copyMember, readPattern } = await import('./members.ts');
      const pattern = patterns.get(product);
      if (!pattern) {
        const first = signUp(fields);
        const reading = first.then(({ id }) => readPattern(product, id));
        patterns.set(product, reading);
        // After a failed sign-up, the next member tries again.
        reading.catch(() => patterns.delete(product));
        await reading;
        return first;
      }
      const body = newMember(fields);
      const { email, firstName, lastName } = body;
      return { email, firstName, lastName, ...(await copyMember(product, body, await pattern)) };
    });
  },

  visit: async ({ browser, product }, use) => {
    const opened: BrowserContext[] = [];
    const errors: string[] = [];
    await use(
      async ({ signedIn, width = 1440, height = 900, dark = false, origin, expectNetworkErrors = false } = {}) => {
        const context = await browser.newContext({
          baseURL: origin ?? product.origin,
          viewport: { width, height },
          colorScheme: dark ? 'dark' : 'light',
          reducedMotion: 'reduce',
        });
        opened.push(context);
        if (signedIn) {
          const token = JSON.stringify(signedIn.token);
          await context.addInitScript((value) => {
            if (sessionStorage.getItem('seeded')) return;
            sessionStorage.setItem('seeded', 'yes');
            localStorage.setItem('token', value);
            localStorage.setItem('loggedin', 'true');
          }, token);
        }
        const page = await context.newPage();
        page.on('console', (message) => {
          const text = message.text();
          const expected = EXPECTED.test(text) || (expectNetworkErrors && NETWORK_ERROR.test(text));
          if (message.type() === 'error' && !expected) errors.push(text);
        });
        page.on('pageerror', (error) => errors.push(error.message));
        return { page, context };
      },
    );
    await Promise.all(opened.map((context) => context.close()));
    expect(errors, 'errors in the console').toEqual([]);
  },
});

/** Publishes a post through the API and returns its id. */
export async function publish(api: Api, member: Member, fields: Record<string, unknown>): Promise<string> {
  const { body } = (await api(member, 'POST', '/post/create', { postType: 'general', ...fields })) as {
    body: { _id: string };
  };
  return body._id;
}

export { expect };
