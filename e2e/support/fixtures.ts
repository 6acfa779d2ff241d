/** A running product for the tests of a worker; a test fails when the browser's console reports an error. */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
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

/** The product of a test; tests with other settings, which are environment variables, have another one. */
type Running = { settings: Settings; product: Product };

/** The products of a worker. */
type Products = {
  /** Returns the product with these settings; starts it unless it is running. */
  startOnce(settings: Settings): Promise<Product>;
  stopAllBut(...kept: readonly Settings[]): Promise<void>;
};

export type Fixtures = {
  /** Opens a new browser context; `signedIn` puts the member's session into it. */
  visit: (options?: {
    signedIn?: Member;
    width?: number;
    height?: number;
    dark?: boolean;
    /** A product other than the worker's. */
    origin?: string;
    /** This test cuts the connection: the browser's messages about that are no error. */
    lineCut?: boolean;
  }) => Promise<Visitor>;
  /** Makes a member by calls of the API. */
  join: (fields?: Record<string, string>) => Promise<Member>;
  /** Calls the API as a member. */
  api: Api;
};

let made = 0;

/** Fields for a new member. */
export function newMember(fields: Record<string, string> = {}) {
  made++;
  return {
    email: `m${process.pid}x${made}@example.com`,
    password: PASSWORD,
    firstName: `Noor${made}`,
    lastName: 'Haddad',
    phone: '1234567890',
    dob: '03-04-1991',
    country: 'Portugal',
    profession: 'Illustrator',
    ...fields,
  };
}

/** A text that no other post of this run has: journeys of a worker share the feed of one product. */
export function uniqueText(text: string): string {
  made++;
  return `${text} (${process.pid}.${made})`;
}

// The browser's message about an error answer that the page expects and shows.
const EXPECTED = /Failed to load resource: the server responded with a status of (401|402|403|404|409|422|429)/;
const LOST_PART = 'dynamically imported module|/assets/\\S+ could not be loaded';
const LINE_CUT = new RegExp(`net::ERR_(FAILED|INTERNET_DISCONNECTED|NETWORK_CHANGED|CONNECTION_)|${LOST_PART}`);

export const test = base.extend<Fixtures & Running, { products: Products }>({
  // For the product of a full file: `test.use({ settings: { RATE_LIMIT_FACTOR: '0' } })`.
  settings: [{}, { option: true }],

  // Settings of the product do not change the worker: another one would need a browser, too.
  products: [
    async ({}, use) => {
      const running = new Map<string, Promise<Product>>();
      const products: Products = {
        startOnce(settings) {
          const key = JSON.stringify(settings);
          const product = running.get(key) ?? startProduct(settings);
          running.set(key, product);
          // The next test tries again.
          product.catch(() => running.delete(key));
          return product;
        },
        async stopAllBut(...kept) {
          const keys = new Set(kept.map((settings) => JSON.stringify(settings)));
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
      // A product whose file is done would go on taking processor time; most files want the one without settings.
      await products.stopAllBut(settings, {});
      await use(await products.startOnce(settings));
    },
    { timeout: 90_000 },
  ],

  api: async ({ product }, use) => {
    await use(async (member, method, path, body) => {
      const response = await fetch(`${product.origin}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(member ? { authorization: `Bearer ${member.token}` } : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as { status: number; body: never };
    });
  },

  join: async ({ api }, use) => {
    await use(async (fields) => {
      const body = newMember(fields);
      expect(await api(null, 'POST', '/signup', body), 'signing up').toMatchObject({ status: 200 });
      const answer = await api(null, 'POST', '/login', { email: body.email, password: body.password });
      expect(answer, 'signing in').toMatchObject({ status: 200 });
      const { body: session } = answer as { body: { token: string; user: { _id: string; username: string } } };
      return {
        email: body.email,
        firstName: body.firstName,
        lastName: body.lastName,
        username: session.user.username,
        token: session.token,
        id: session.user._id,
      };
    });
  },

  visit: async ({ browser, product }, use) => {
    const opened: BrowserContext[] = [];
    const errors: string[] = [];
    await use(async ({ signedIn, width = 1440, height = 900, dark = false, origin, lineCut = false } = {}) => {
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
        const expected = EXPECTED.test(text) || (lineCut && LINE_CUT.test(text));
        if (message.type() === 'error' && !expected) errors.push(text);
      });
      page.on('pageerror', (error) => errors.push(error.message));
      return { page, context };
    });
    await Promise.all(opened.map((context) => context.close()));
    expect(errors, 'errors in the console').toEqual([]);
  },
});

/** Publishes through the API; returns the post's id. */
export async function publish(api: Api, member: Member, fields: Record<string, unknown>): Promise<string> {
  const { body } = (await api(member, 'POST', '/post/create', { postType: 'general', ...fields })) as {
    body: { _id: string };
  };
  return body._id;
}

export { expect };
