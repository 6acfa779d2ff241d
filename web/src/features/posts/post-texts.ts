import { defineMessages } from '@afterhours/contract/base/message';

/** What each type of post is called. */
export const typeTexts = defineMessages('posts.type', { general: 'Post', job: 'Job', webinar: 'Webinar' });

/** The words of the form of a post, new or edited. */
export const formTexts = defineMessages('posts.form', {
  publish: 'Publish',
  uploading: 'Uploading…',
  title: 'Title',
  openings: 'Openings',
  salary: 'Salary',
});
