/** Texts for the values of fields, and labels, that pages and dialogs of a profile share. */
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { employmentTypes, goalTypes, locationTypes } from '@afterhours/contract/profile/profile';

export const profileTexts = defineMessages('profile.field', {
  choose: 'Choose',
  title: 'Title',
  description: 'Description',
  startDate: 'Start date',
  endDate: 'End date',
  profile: 'Profile',
  update: 'Update Profile',
});

const types = defineMessages('profile.types', {
  long: 'Long Term',
  short: 'Short Term',
  fullTime: 'Full time',
  partTime: 'Part time',
  selfEmployed: 'Self employed',
  onSite: 'On-site',
  hybrid: 'Hybrid',
  remote: 'Remote',
});

export const goalTypeTexts: Record<(typeof goalTypes)[number], MessageDescriptor> = {
  long: types.long,
  short: types.short,
};

export const employmentTypeTexts: Record<(typeof employmentTypes)[number], MessageDescriptor> = {
  'Full time': types.fullTime,
  'Part time': types.partTime,
  'Self employed': types.selfEmployed,
};

export const locationTypeTexts: Record<(typeof locationTypes)[number], MessageDescriptor> = {
  'On-site': types.onSite,
  Hybrid: types.hybrid,
  Remote: types.remote,
};
