/** Changes to the member's own record: names, contact details, pictures, intro, and settings. */
import * as z from 'zod/mini';
import { accountMessages, gender, ownUser, username } from '../account/account.ts';
import { dateOfBirth } from '../account/birth.ts';
import { country } from '../account/countries.ts';
import { phone } from '../account/phone.ts';
import { bounded } from '../base/bounded.ts';
import { flag, line, personName, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { fieldTexts } from '../constants/fields.ts';
import { mentionMessages, mentionSources } from '../constants/mentions.ts';
import { messageMessages, messageSources } from '../constants/messages.ts';
import { uploadMessages } from '../constants/uploads.ts';
import { profileVisibilities, visibilityMessages } from '../constants/visibility.ts';
import { onOff } from '../people/people.ts';
import { profileMessages } from './profile.ts';

export const MAX_INTRO = 300;
/** How many of a member's former usernames are reserved for that member at a time. */
export const MAX_FORMER_USERNAMES = 5;
export const memberEmployments = ['Full-Time', 'Part-Time'] as const;
export const educationLevels = ['Post Graduate', 'Graduate', 'Intermediate', 'Metric'] as const;

export const profileUpdateMessages = defineMessages('profileUpdate', {
  coverRequired: 'Please choose a cover image.',
  coverUpdated: 'Cover image updated',
  imageUpdated: 'Profile image updated',
  firstNameRequired: 'Fullname is required.',
  birthRequired: 'DOB is required.',
  phoneTooShort: 'Invalid Phone Number.',
  usernameOften:
    'You have changed your username {max} times within 180 days. For now you can only go back to a former one.',
  visibilityOften: 'You have changed this a lot today. Please come back tomorrow.',
});

/** A file name that /uploadFile returned to this member; an empty text or null removes the picture. */
const unknownFile = issueText(uploadMessages.unknownFile);

const imageName = z.optional(
  z.nullable(
    z.union(
      [z.literal(''), z.string().check(bounded(100, unknownFile), z.regex(/^[\w-]+\.jpg$/, unknownFile))],
      unknownFile,
    ),
  ),
);
const optionalLine = (max: number) => z.optional(z.nullable(line({ max })));
const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.optional(z.nullable(z.union([z.enum(values), z.literal('')], issueText(profileMessages.notOffered))));

/** The fields that are settings of the member, rather than parts of the profile. */
export const settingsShape = {
  message_notification: z.optional(onOff),
  comment_notification: z.optional(onOff),
  like_notification: z.optional(onOff),
  event_notification: z.optional(onOff),
  follow_notification: z.optional(onOff),
  show_presence: z.optional(onOff),
  read_receipts: z.optional(onOff),
  mentions_from: z.optional(z.enum(mentionSources, issueText(mentionMessages.source))),
  messages_from: z.optional(z.enum(messageSources, issueText(messageMessages.source))),
  visibility: z.optional(z.enum(profileVisibilities, issueText(visibilityMessages.profile))),
  indexable: z.optional(flag(issueText(fieldTexts.trueOrFalse))),
};

/** Any subset of the fields: an omitted field stays unchanged, an empty optional one is cleared. */
export const updateProfileBody = z.object({
  firstName: z.optional(personName(issueText(profileUpdateMessages.firstNameRequired))),
  lastName: z.optional(personName(issueText(accountMessages.lastNameRequired))),
  username: z.optional(username),
  phone: z.optional(phone(profileUpdateMessages.phoneTooShort)),
  dob: z.optional(dateOfBirth(profileUpdateMessages.birthRequired)),
  gender: z.optional(gender),
  country: z.optional(country),
  profession: optionalLine(80),
  employment: choice(memberEmployments),
  education: choice(educationLevels),
  intro_details: z.optional(z.nullable(text({ max: MAX_INTRO }))),
  image: imageName,
  cover_image: imageName,
  ...settingsShape,
});
export type UpdateProfileBody = z.output<typeof updateProfileBody>;

/** Takes JSON, or multipart without files: pictures are first uploaded with /uploadFile. */
export const updateProfile = route({
  method: 'PUT',
  alsoMethod: 'POST',
  path: '/updateProfile',
  summary: 'Change my profile and settings',
  access: 'member',
  cost: 'write',
  body: updateProfileBody,
  files: [],
  response: ownUser,
});
