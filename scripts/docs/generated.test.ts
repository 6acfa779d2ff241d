import { describe, expect, test } from 'vitest';
import { makeSchema, readGroups, readSchemaPage } from './schema.ts';
import { makeSocketEvents, readComments, readSocketEvents } from './socket-events.ts';

describe('documents that `npm run fix` writes', () => {
  test('include socket-events.md, with the events of the contract', () => {
    expect(readSocketEvents()).toBe(makeSocketEvents());
  });

  test('include schema.md, with the tables that the migrations create', async () => {
    expect(readSchemaPage()).toBe(await makeSchema());
  });
});

test('readComments returns the comment of each event in the given object, as one line', () => {
  const source = `export const serverEvents = {
  /**
   * A post
   * is gone.
   */
  'post:gone': z.object({
    /** Not an event. */
    at: dateTime,
  }),
  silent: z.object({}),
} as const;
export const clientEvents = {
  /** Other. */
  other: z.object({}),
} as const;`;
  expect([...readComments(source, 'serverEvents')]).toEqual([['post:gone', 'A post is gone.']]);
});

test('readGroups groups each table by the file of its row type', () => {
  expect([...readGroups('export interface Database {\n  post_likes: posts.PostLikesTable;\n}')]).toEqual([
    ['post_likes', 'posts'],
  ]);
});
