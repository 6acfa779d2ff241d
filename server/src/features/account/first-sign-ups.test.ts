import { signup } from '@afterhours/contract/account/account';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSignup } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('The first sign-ups after a start need no second connection, so they do not wait for each other', async () => {
  const { pool } = app.database;
  const people = Array.from({ length: 2 * (pool.options.max ?? 0) }, () => buildSignup());
  const responses = await Promise.all(people.map((body) => app.call(signup, { body })));
  expect(responses.map(({ ok }) => ok)).toEqual(people.map(() => true));
});
