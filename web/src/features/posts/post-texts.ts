import { defineMessages } from '@afterhours/contract/base/message';

/** The names of the post types. */
export const typeTexts = defineMessages('posts.type', { general: 'Post', job: 'Job', webinar: 'Webinar' });

/** The texts of the post form, new or edited. */
export const formTexts = defineMessages('posts.form', {
  publish: 'Publish',
  uploading: 'Uploading…',
  title: 'Title',
  openings: 'Openings',
  salary: 'Salary',
});
