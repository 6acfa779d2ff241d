import { describe, expect, test } from 'vitest';
import { makeSchema, readGroups, readSchemaPage } from './schema.ts';
import { makeSocketEvents, readComments, readSocketEvents } from './socket-events.ts';

describe('documents that `npm run fix` writes', () => {
  test('socket-events.md has the events of the contract', () => {
    expect(readSocketEvents()).toBe(makeSocketEvents());
  });

  test('schema.md has the tables that the migrations make', async () => {
    expect(readSchemaPage()).toBe(await makeSchema());
  });
});

test('the comment of an event is read as one line, and only of the object that is asked for', () => {
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

test('the group of a table is the file of its row type', () => {
  expect([...readGroups('export interface Database {\n  post_likes: posts.PostLikesTable;\n}')]).toEqual([
    ['post_likes', 'posts'],
  ]);
});
