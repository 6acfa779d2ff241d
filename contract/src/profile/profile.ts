/** The contents of a profile: bio, goals, skills, education, experience. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { flag, id, idParams, isPlainDate, line, optionalId, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { fieldTexts } from '../constants/fields.ts';

export const MAX_BIO = 2_000;
export const MAX_PROFILE_TITLE = 120;
export const MAX_PROFILE_TEXT = 2_000;
/** How many entries of one kind a profile may have. */
export const MAX_PROFILE_ENTRIES = 50;

export const profileMessages = defineMessages('profile', {
  required: 'This field is required',
  endBeforeStart: 'End Date must be later than or equal to Start Date',
  bioSaved: 'Your bio is saved.',
  goalAdded: 'Your goal has been added successfully',
  goalUpdated: 'Your goal details has updated successfully',
  goalDeleted: 'Goal deleted.',
  skillAdded: 'Skill added.',
  skillUpdated: 'Skill updated.',
  skillDeleted: 'Skill deleted.',
  skillTwice: 'You already have this skill.',
  educationAdded: 'Education added.',
  educationUpdated: 'Education updated.',
  educationDeleted: 'Education deleted.',
  experienceAdded: 'Experience added.',
  experienceUpdated: 'Experience updated.',
  experienceDeleted: 'Experience deleted.',
  tooMany: 'You can have at most {max} entries. Please delete one first.',
  notOffered: 'Please choose from the list.',
  memberGone: 'This profile is no longer available.',
});

export const goalTypes = ['long', 'short'] as const;
export const employmentTypes = ['Full time', 'Part time', 'Self employed'] as const;
export const locationTypes = ['On-site', 'Hybrid', 'Remote'] as const;

const required = issueText(profileMessages.required);
const noDateText = issueText(fieldTexts.noDate);
const notOffered = issueText(profileMessages.notOffered);
const title = line({ required, max: MAX_PROFILE_TITLE });
const optionalLine = z.optional(z.nullable(line({ max: MAX_PROFILE_TITLE })));
const optionalText = z.optional(z.nullable(text({ max: MAX_PROFILE_TEXT })));

/** A plain date, YYYY-MM-DD, that exists. */
const plainDate = z
  .string(required)
  .check(
    bounded(40, noDateText),
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.refine(isPlainDate, noDateText),
  );
const noDate = z.union([z.literal(''), z.null()], noDateText);

type Period = { startDate: string; endDate?: string | null | undefined };
/**
 * Whether the period does not end before it starts. Dates that do not exist have an issue of their own and pass here.
 */
const inOrder = ({ startDate, endDate }: Period): boolean =>
  !endDate || startDate <= endDate || !isPlainDate(startDate) || !isPlainDate(endDate);
const endProblem = { path: ['endDate'], error: issueText(profileMessages.endBeforeStart) };

export const goalBody = z.object({
  title,
  type: z.enum(goalTypes, required),
  description: text({ required, max: MAX_PROFILE_TEXT }),
});

export const skillBody = z.object({ title: line({ required: issueText(fieldTexts.willBeRequired), max: 80 }) });

export const bioBody = z.object({ bio: text({ max: MAX_BIO }) });

const educationFields = z.object({
  title,
  school: title,
  grade: optionalLine,
  field_of_study: optionalLine,
  activities_and_societies: optionalText,
  description: optionalText,
  startDate: plainDate,
  endDate: plainDate,
});
export const educationBody = educationFields.check(z.refine(inOrder, endProblem));

const experienceFields = z.object({
  title,
  company_name: title,
  location: title,
  location_type: z.optional(z.nullable(z.union([z.enum(locationTypes), z.literal('')], notOffered))),
  employement_type: z.optional(z.nullable(z.union([z.enum(employmentTypes), z.literal('')], notOffered))),
  currently_working: z._default(flag(issueText(fieldTexts.trueOrFalse)), false),
  description: optionalText,
  startDate: plainDate,
  /** Required and stored only if `currently_working` is false. */
  endDate: z.optional(z.union([plainDate, noDate], noDateText)),
});
type ExperienceFields = z.output<typeof experienceFields>;
const hasEnd = ({ currently_working, endDate }: ExperienceFields): boolean => currently_working || Boolean(endDate);
const experienceInOrder = (fields: ExperienceFields): boolean => fields.currently_working || inOrder(fields);
export const experienceBody = experienceFields.check(
  z.refine(hasEnd, { path: ['endDate'], error: required }),
  z.refine(experienceInOrder, endProblem),
);

const withId = { _id: id };

export const goal = z.object({ _id: id, title: z.string(), type: z.enum(goalTypes), description: z.string() });
export type Goal = z.infer<typeof goal>;
z.globalRegistry.add(goal, { id: 'Goal' });

export const skill = z.object({ _id: id, title: z.string() });
export type Skill = z.infer<typeof skill>;
z.globalRegistry.add(skill, { id: 'Skill' });

/** Dates are YYYY-MM-DD. */
export const education = z.object({
  _id: id,
  title: z.string(),
  school: z.string(),
  grade: z.nullable(z.string()),
  field_of_study: z.nullable(z.string()),
  activities_and_societies: z.nullable(z.string()),
  description: z.nullable(z.string()),
  startDate: z.string(),
  endDate: z.string(),
});
export type Education = z.infer<typeof education>;
z.globalRegistry.add(education, { id: 'Education' });

/** Dates are YYYY-MM-DD; `endDate` is null for a current position. */
export const experience = z.object({
  _id: id,
  title: z.string(),
  company_name: z.string(),
  location: z.string(),
  location_type: z.nullable(z.enum(locationTypes)),
  employement_type: z.nullable(z.enum(employmentTypes)),
  currently_working: z.boolean(),
  description: z.nullable(z.string()),
  startDate: z.string(),
  endDate: z.nullable(z.string()),
});
export type Experience = z.infer<typeof experience>;
z.globalRegistry.add(experience, { id: 'Experience' });

export const entryKind = z.enum(['goals', 'skills', 'educations', 'experiences']);

const entryOf = <const K extends z.infer<typeof entryKind>, S extends z.core.$ZodType>(kind: K, entry: S) =>
  z.object({ kind: z.literal(kind), entry });

/** An entry of a profile with its kind. */
export const profileEntry = z.union([
  entryOf('goals', goal),
  entryOf('skills', skill),
  entryOf('educations', education),
  entryOf('experiences', experience),
]);
export type ProfileEntry = z.infer<typeof profileEntry>;

/** The member whose entries to list; the caller by default. */
const ofMember = z.object({ userId: optionalId });

const list = <const P extends string, S extends z.core.$ZodType>(path: P, entry: S, summary: string) =>
  route({ method: 'GET', path, summary, access: 'member', cost: 'read', query: ofMember, response: z.array(entry) });
const remove = <const P extends string>(path: P, summary: string) =>
  route({
    method: 'DELETE',
    path,
    summary,
    access: 'member',
    cost: 'write',
    params: idParams,
    response: z.object({ _id: id }),
  });

export const listGoals = list('/goal/getUserGoals', goal, 'Goals, newest first');
export const createGoal = route({
  method: 'POST',
  path: '/goal/create',
  summary: 'Add a goal, as JSON or multipart',
  access: 'member',
  cost: 'write',
  idempotencyKey: true,
  body: goalBody,
  files: [],
  response: goal,
});
export const updateGoal = route({
  method: 'PUT',
  alsoMethod: 'POST',
  path: '/goal/update/:id',
  summary: 'Change a goal, as JSON or multipart',
  access: 'member',
  cost: 'write',
  params: idParams,
  body: goalBody,
  files: [],
  response: goal,
});
export const deleteGoal = remove('/goal/delete/:id', 'Delete a goal');

export const setBio = route({
  method: 'POST',
  path: '/bio/addAndEdit',
  summary: 'Set my bio; an empty one removes it',
  access: 'member',
  cost: 'write',
  body: bioBody,
  response: z.object({ bio: z.string() }),
});
export const getBio = route({
  method: 'GET',
  path: '/bio/getByUser',
  summary: 'My bio, or that of the member userId; empty if there is none',
  access: 'member',
  cost: 'read',
  query: ofMember,
  response: z.object({ bio: z.string() }),
});

export const listSkills = list('/skill/getUserSkills', skill, 'Skills, newest first');
export const createSkill = route({
  method: 'POST',
  path: '/skill/create',
  summary: 'Add a skill',
  access: 'member',
  cost: 'write',
  body: skillBody,
  response: skill,
});
export const updateSkill = route({
  method: 'POST',
  alsoMethod: 'PUT',
  path: '/skill/update',
  summary: 'Change a skill',
  access: 'member',
  cost: 'write',
  body: z.extend(skillBody, withId),
  response: skill,
});
export const deleteSkill = remove('/skill/delete/:id', 'Delete a skill');

export const listEducations = list('/education/getUserEducations', education, 'Education, by end date, latest first');
export const createEducation = route({
  method: 'POST',
  path: '/education/create',
  summary: 'Add an education',
  access: 'member',
  cost: 'write',
  idempotencyKey: true,
  body: educationBody,
  response: education,
});
export const updateEducation = route({
  method: 'PUT',
  alsoMethod: 'POST',
  path: '/education/update',
  summary: 'Change an education',
  access: 'member',
  cost: 'write',
  body: z.extend(educationFields, withId).check(z.refine(inOrder, endProblem)),
  response: education,
});
export const deleteEducation = remove('/education/delete/:id', 'Delete an education');

export const listExperiences = list(
  '/experience/getUserExperiences',
  experience,
  'Experience: current first, then by end date, latest first',
);
export const createExperience = route({
  method: 'POST',
  path: '/experience/create',
  summary: 'Add an experience',
  access: 'member',
  cost: 'write',
  idempotencyKey: true,
  body: experienceBody,
  response: experience,
});
export const updateExperience = route({
  method: 'PUT',
  alsoMethod: 'POST',
  path: '/experience/update',
  summary: 'Change an experience',
  access: 'member',
  cost: 'write',
  body: z
    .extend(experienceFields, withId)
    .check(z.refine(hasEnd, { path: ['endDate'], error: required }), z.refine(experienceInOrder, endProblem)),
  response: experience,
});
export const deleteExperience = remove('/experience/delete/:id', 'Delete an experience');
