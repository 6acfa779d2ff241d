import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { Education, Experience, Goal, Skill } from '@afterhours/contract/profile/profile';
import type { ComponentType, ReactNode } from 'react';
import { RichText } from '#entities/posts/rich-text.tsx';
import { useAppSelector } from '#lib/store.ts';
import { formatMonth } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Card } from '#ui/layout/card.tsx';
import type { Entries, EntryKind } from '../content.ts';
import type { OnEdit } from '../editing/editing.ts';
import { selectGoals } from '../goal-slice.ts';
import { selectBio, selectEducations, selectExperiences, selectSkills } from '../profile-slice.ts';
import { employmentTypeTexts, goalTypeTexts, locationTypeTexts } from '../profile-texts.ts';
import { ShowcaseSection } from '../showcase/showcase-section.tsx';
import { selectShowcase } from '../showcase/showcase-slice.ts';
import { EntryList, EntryText } from './entry-list.tsx';
import styles from './profile-sections.module.css';
import { Section } from './section.tsx';

const texts = defineMessages('profile.sections', {
  about: 'About',
  bio: 'Bio',
  noBio: 'A few lines about you and what you make.',
  writeBio: 'Add a bio',
  editBio: 'Edit bio',
  goals: 'Goals',
  noGoals: 'What you are working towards.',
  firstGoal: 'Add a goal',
  addGoal: 'Add Goal',
  skills: 'Skills and Hobbies',
  noSkills: 'What you are good at, and what you love.',
  firstSkill: 'Add a skill',
  addSkill: 'Add new skill',
  experience: 'Experience',
  noExperience: 'Where you have worked, day job included.',
  firstExperience: 'Add experience',
  addExperience: 'Add Experience',
  education: 'Education',
  noEducation: 'Where you have learned.',
  firstEducation: 'Add education',
  addEducation: 'Add Education',
  present: 'Persent',
  activities: 'Activities and societies: {activities}',
});

const TEXT_PREVIEW = 120;

const text = (description: string | null) => description && <RichText text={description} max={TEXT_PREVIEW} />;
const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ');
const period = (from: string, to: string | null): string =>
  `${formatMonth(from)} – ${to ? formatMonth(to) : t(texts.present)}`;

function GoalText({ entry: { title, type, description } }: { entry: Goal }) {
  return (
    <EntryText title={title} lines={[t(goalTypeTexts[type])]}>
      {text(description)}
    </EntryText>
  );
}

function SkillText({ entry }: { entry: Skill }) {
  return <EntryText title={entry.title} />;
}

function EducationText({ entry }: { entry: Education }) {
  const { title, school, field_of_study, grade, startDate, endDate } = entry;
  return (
    <EntryText title={title} lines={[school, joined(field_of_study, grade), period(startDate, endDate)]}>
      {text(entry.description)}
      {entry.activities_and_societies && <p>{t(texts.activities, { activities: entry.activities_and_societies })}</p>}
    </EntryText>
  );
}

function ExperienceText({ entry }: { entry: Experience }) {
  const { title, company_name, location, location_type, employement_type, startDate, endDate } = entry;
  const end = entry.currently_working ? null : endDate;
  return (
    <EntryText
      title={title}
      lines={[
        joined(company_name, employement_type && t(employmentTypeTexts[employement_type])),
        joined(location, location_type && t(locationTypeTexts[location_type])),
        period(startDate, end),
      ]}
    >
      {text(entry.description)}
    </EntryText>
  );
}

type Texts = { title: MessageDescriptor; empty: MessageDescriptor; action: MessageDescriptor; add: MessageDescriptor };

const sections: Record<EntryKind | 'bio', Texts> = {
  bio: { title: texts.bio, empty: texts.noBio, action: texts.writeBio, add: texts.editBio },
  goals: { title: texts.goals, empty: texts.noGoals, action: texts.firstGoal, add: texts.addGoal },
  skills: { title: texts.skills, empty: texts.noSkills, action: texts.firstSkill, add: texts.addSkill },
  experiences: {
    title: texts.experience,
    empty: texts.noExperience,
    action: texts.firstExperience,
    add: texts.addExperience,
  },
  educations: {
    title: texts.education,
    empty: texts.noEducation,
    action: texts.firstEducation,
    add: texts.addEducation,
  },
};

type EntrySectionProps<Kind extends EntryKind> = {
  kind: Kind;
  entries: Entries[Kind];
  Text: ComponentType<{ entry: Entries[Kind][number] }>;
  onEdit: OnEdit | undefined;
};

/** The entries of one kind; a kind without entries is hidden from others. */
function EntrySection<Kind extends EntryKind>({ kind, entries, Text, onEdit }: EntrySectionProps<Kind>) {
  const { title, empty, action, add } = sections[kind];
  if (entries.length === 0 && !onEdit) return null;
  return (
    <Section
      name={kind}
      title={t(title)}
      action={onEdit && { kind: 'add', label: t(add), onPress: () => onEdit({ editor: kind }) }}
      empty={entries.length === 0 ? { text: t(empty), action: t(action) } : undefined}
    >
      <EntryList<Entries[Kind][number]>
        label={t(title)}
        entries={entries}
        Text={Text}
        chips={kind === 'skills'}
        onEdit={onEdit && (({ _id }) => onEdit({ editor: kind, id: _id }))}
      />
    </Section>
  );
}

function BioSection({ userId, onEdit }: { userId: string; onEdit: OnEdit | undefined }) {
  const bio = useAppSelector((state) => selectBio(state, userId));
  const { title, empty, action, add } = sections.bio;
  if (!bio && !onEdit) return null;
  return (
    <Section
      name="bio"
      title={t(title)}
      action={onEdit && { kind: 'edit', label: t(add), onPress: () => onEdit({ editor: 'bio' }) }}
      empty={bio ? undefined : { text: t(empty), action: t(action) }}
    >
      <div dir="auto" className={styles.prose}>
        <RichText text={bio} max={TEXT_PREVIEW} />
      </div>
    </Section>
  );
}

type ProfileSectionsProps = {
  userId: string;
  /** Set on the viewer's own profile: every section is shown, with a button to edit it. */
  onEdit?: OnEdit;
  /** The hint about missing parts, shown between goals and skills. */
  completeness?: ReactNode;
};

/** Bio, goals, skills, experience and education, on one card. */
export function ProfileSections({ userId, onEdit, completeness }: ProfileSectionsProps) {
  const bio = useAppSelector((state) => selectBio(state, userId));
  const goals = useAppSelector((state) => selectGoals(state, userId));
  const skills = useAppSelector((state) => selectSkills(state, userId));
  const experiences = useAppSelector((state) => selectExperiences(state, userId));
  const educations = useAppSelector((state) => selectEducations(state, userId));
  const showcase = useAppSelector((state) => selectShowcase(state, userId));
  const shown = showcase && showcase.links.length + showcase.pictures.length > 0;
  const nothing = !shown && !bio && [goals, skills, experiences, educations].every((entries) => entries.length === 0);
  if (nothing && !onEdit) return null;
  return (
    <Card padded={false} aria-label={t(texts.about)}>
      <ShowcaseSection userId={userId} onEdit={onEdit} />
      <BioSection userId={userId} onEdit={onEdit} />
      <EntrySection kind="goals" entries={goals} Text={GoalText} onEdit={onEdit} />
      {completeness}
      <EntrySection kind="skills" entries={skills} Text={SkillText} onEdit={onEdit} />
      <EntrySection kind="experiences" entries={experiences} Text={ExperienceText} onEdit={onEdit} />
      <EntrySection kind="educations" entries={educations} Text={EducationText} onEdit={onEdit} />
    </Card>
  );
}
