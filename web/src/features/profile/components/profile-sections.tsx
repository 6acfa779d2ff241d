import type { Education, Experience, Goal, Skill } from '@afterhours/contract/profile';
import type { ComponentType, ReactNode } from 'react';
import { RichText } from '#entities/posts/rich-text.tsx';
import { useAppSelector } from '#lib/store.ts';
import { formatMonth } from '#lib/text/format.ts';
import { Card } from '#ui/layout/card.tsx';
import type { Entries, EntryKind } from '../content.ts';
import type { OnEdit } from '../editing/editing.ts';
import { selectGoals } from '../goal-slice.ts';
import { selectBio, selectEducations, selectExperiences, selectSkills } from '../profile-slice.ts';
import { EntryList, EntryText } from './entry-list.tsx';
import { Section } from './section.tsx';

const TEXT_PREVIEW = 120;
/** As it is spelt in the product this one follows. */
const PRESENT = 'Persent';

const goalTypeNames: Record<Goal['type'], string> = { long: 'Long Term', short: 'Short Term' };

const text = (description: string | null) => description && <RichText text={description} max={TEXT_PREVIEW} />;
const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ');
const period = (from: string, to: string | null): string => `${formatMonth(from)} – ${to ? formatMonth(to) : PRESENT}`;

function GoalText({ entry: { title, type, description } }: { entry: Goal }) {
  return (
    <EntryText title={title} lines={[goalTypeNames[type]]}>
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
      {entry.activities_and_societies && <p>Activities and societies: {entry.activities_and_societies}</p>}
    </EntryText>
  );
}

function ExperienceText({ entry }: { entry: Experience }) {
  const { title, company_name, location, location_type, employement_type, startDate, endDate } = entry;
  const end = entry.currently_working ? null : endDate;
  return (
    <EntryText
      title={title}
      lines={[joined(company_name, employement_type), joined(location, location_type), period(startDate, end)]}
    >
      {text(entry.description)}
    </EntryText>
  );
}

type Texts = { title: string; empty: string; action: string; add: string };

const texts: Record<EntryKind | 'bio', Texts> = {
  bio: { title: 'Bio', empty: 'A few lines about you and what you make.', action: 'Add a bio', add: 'Edit bio' },
  goals: { title: 'Goals', empty: 'What you are working towards.', action: 'Add a goal', add: 'Add Goal' },
  skills: {
    title: 'Skills and Hobbies',
    empty: 'What you are good at, and what you love.',
    action: 'Add a skill',
    add: 'Add new skill',
  },
  experiences: {
    title: 'Experience',
    empty: 'Where you have worked, day job included.',
    action: 'Add experience',
    add: 'Add Experience',
  },
  educations: {
    title: 'Education',
    empty: 'Where you have learned.',
    action: 'Add education',
    add: 'Add Education',
  },
};

type EntrySectionProps<Kind extends EntryKind> = {
  kind: Kind;
  entries: Entries[Kind];
  Text: ComponentType<{ entry: Entries[Kind][number] }>;
  onEdit: OnEdit | undefined;
};

/** One kind of entries; others see nothing where there are none. */
function EntrySection<Kind extends EntryKind>({ kind, entries, Text, onEdit }: EntrySectionProps<Kind>) {
  const { title, empty, action, add } = texts[kind];
  if (entries.length === 0 && !onEdit) return null;
  return (
    <Section
      name={kind}
      title={title}
      action={onEdit && { kind: 'add', label: add, onPress: () => onEdit({ editor: kind }) }}
      empty={entries.length === 0 ? { text: empty, action } : undefined}
    >
      <EntryList<Entries[Kind][number]>
        label={title}
        entries={entries}
        Text={Text}
        onEdit={onEdit && (({ _id }) => onEdit({ editor: kind, id: _id }))}
      />
    </Section>
  );
}

function BioSection({ userId, onEdit }: { userId: string; onEdit: OnEdit | undefined }) {
  const bio = useAppSelector((state) => selectBio(state, userId));
  const { title, empty, action, add } = texts.bio;
  if (!bio && !onEdit) return null;
  return (
    <Section
      name="bio"
      title={title}
      action={onEdit && { kind: 'edit', label: add, onPress: () => onEdit({ editor: 'bio' }) }}
      empty={bio ? undefined : { text: empty, action }}
    >
      <div dir="auto">
        <RichText text={bio} max={TEXT_PREVIEW} />
      </div>
    </Section>
  );
}

type ProfileSectionsProps = {
  userId: string;
  /** Mine: every part is there, with the way to change it. */
  onEdit?: OnEdit;
  /** Between what one is after and what one can: the hint at what is missing. */
  completeness?: ReactNode;
};

/** Bio, goals, skills, experience, education: one calm sheet with thin lines. */
export function ProfileSections({ userId, onEdit, completeness }: ProfileSectionsProps) {
  const bio = useAppSelector((state) => selectBio(state, userId));
  const goals = useAppSelector((state) => selectGoals(state, userId));
  const skills = useAppSelector((state) => selectSkills(state, userId));
  const experiences = useAppSelector((state) => selectExperiences(state, userId));
  const educations = useAppSelector((state) => selectEducations(state, userId));
  const nothing = !bio && [goals, skills, experiences, educations].every((entries) => entries.length === 0);
  if (nothing && !onEdit) return null;
  return (
    <Card padded={false} aria-label="About">
      <BioSection userId={userId} onEdit={onEdit} />
      <EntrySection kind="goals" entries={goals} Text={GoalText} onEdit={onEdit} />
      {completeness}
      <EntrySection kind="skills" entries={skills} Text={SkillText} onEdit={onEdit} />
      <EntrySection kind="experiences" entries={experiences} Text={ExperienceText} onEdit={onEdit} />
      <EntrySection kind="educations" entries={educations} Text={EducationText} onEdit={onEdit} />
    </Card>
  );
}
