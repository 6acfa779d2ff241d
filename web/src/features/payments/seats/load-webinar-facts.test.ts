import { expect, it } from 'vitest';
import { loadWebinarFacts } from './load-webinar-facts.ts';

it('the facts of webinars are loaded once, however many lists wait for them', () => {
  expect(loadWebinarFacts()).toBe(loadWebinarFacts());
});
