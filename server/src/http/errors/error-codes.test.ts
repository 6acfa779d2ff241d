import { issueText } from '@afterhours/contract/base/issue';
import { defineMessages } from '@afterhours/contract/base/message';
import { createPost, updatePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
});
afterAll(() => app.close());

const create = async (body: object) => {
  const response = await app.call(createPost, { token: ana.token, body });
  return response.ok ? [] : response.errors;
};

describe('The code of an invalid field', () => {
  it("is the id of the schema's message", async () => {
    const job = { postType: 'job', description: 'Saturdays' };
    expect(await create(job)).toEqual([{ field: 'title', message: 'Please enter a title', code: 'posts.title' }]);
    expect(await create({ postType: 'general' })).toEqual([
      { field: 'description', message: 'Please enter description', code: 'posts.description' },
    ]);
    expect(await create({ postType: 'general', description: 'x', title: 3 })).toEqual([
      { field: 'title', message: 'Please enter text.', code: 'fields.text' },
    ]);
  });

  it('comes with a message that contains the numbers', async () => {
    expect(await create({ postType: 'general', description: 'x'.repeat(5_001) })).toEqual([
      { field: 'description', message: 'Please use at most 5,000 characters.', code: 'fields.tooLong' },
    ]);
  });

  it('is also set when a command rejects the field', async () => {
    const post = await buildPost(app, ana, { description: 'Tonight' });
    const body = { _id: post._id, postType: 'job' };
    expect(await app.call(updatePost, { token: ana.token, body })).toMatchObject({
      message: 'The type of a post cannot be changed.',
      errors: [{ field: 'postType', message: 'The type of a post cannot be changed.', code: 'posts.typeFixed' }],
    });
  });
});

it('Two messages in schemas cannot have the same English text', () => {
  const texts = defineMessages('test', { one: 'Please choose.', other: 'Please choose.' });
  expect(issueText(texts.one)).toBe('Please choose.');
  expect(issueText(texts.one)).toBe('Please choose.');
  expect(() => issueText(texts.other)).toThrow('test.one and test.other have the same English text: "Please choose."');
});
