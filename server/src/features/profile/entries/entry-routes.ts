import * as contract from '@afterhours/contract/profile/profile';
import type { FeatureContext } from '#http/feature.ts';
import { listEntries } from '../member/member.ts';
import { educations } from './educations.ts';
import { createEntry, deleteEntry, updateEntry } from './entry-commands.ts';
import { experiences } from './experiences.ts';
import { goals } from './goals.ts';
import { skills } from './skills.ts';

const { profileMessages } = contract;

export function bindGoals({ bind, services }: FeatureContext): void {
  bind(contract.listGoals, async ({ viewerId, query }) => ({
    body: await listEntries(services.reads, goals, viewerId, query.userId),
  }));

  bind(contract.createGoal, async ({ viewerId, body }) => ({
    message: profileMessages.goalAdded,
    body: await createEntry(services, goals, viewerId, body),
  }));

  bind(contract.updateGoal, async ({ viewerId, params, body }) => ({
    message: profileMessages.goalUpdated,
    body: await updateEntry(services, goals, { id: params.id, userId: viewerId }, body),
  }));

  bind(contract.deleteGoal, async ({ viewerId, params }) => {
    await deleteEntry(services, goals, { id: params.id, userId: viewerId });
    return { message: profileMessages.goalDeleted, body: { _id: params.id } };
  });
}

export function bindSkills({ bind, services }: FeatureContext): void {
  bind(contract.listSkills, async ({ viewerId, query }) => ({
    body: await listEntries(services.reads, skills, viewerId, query.userId),
  }));

  bind(contract.createSkill, async ({ viewerId, body }) => ({
    message: profileMessages.skillAdded,
    body: await createEntry(services, skills, viewerId, body),
  }));

  bind(contract.updateSkill, async ({ viewerId, body }) => ({
    message: profileMessages.skillUpdated,
    body: await updateEntry(services, skills, { id: body._id, userId: viewerId }, body),
  }));

  bind(contract.deleteSkill, async ({ viewerId, params }) => {
    await deleteEntry(services, skills, { id: params.id, userId: viewerId });
    return { message: profileMessages.skillDeleted, body: { _id: params.id } };
  });
}

export function bindEducations({ bind, services }: FeatureContext): void {
  bind(contract.listEducations, async ({ viewerId, query }) => ({
    body: await listEntries(services.reads, educations, viewerId, query.userId),
  }));

  bind(contract.createEducation, async ({ viewerId, body }) => ({
    message: profileMessages.educationAdded,
    body: await createEntry(services, educations, viewerId, body),
  }));

  bind(contract.updateEducation, async ({ viewerId, body }) => ({
    message: profileMessages.educationUpdated,
    body: await updateEntry(services, educations, { id: body._id, userId: viewerId }, body),
  }));

  bind(contract.deleteEducation, async ({ viewerId, params }) => {
    await deleteEntry(services, educations, { id: params.id, userId: viewerId });
    return { message: profileMessages.educationDeleted, body: { _id: params.id } };
  });
}

export function bindExperiences({ bind, services }: FeatureContext): void {
  bind(contract.listExperiences, async ({ viewerId, query }) => ({
    body: await listEntries(services.reads, experiences, viewerId, query.userId),
  }));

  bind(contract.createExperience, async ({ viewerId, body }) => ({
    message: profileMessages.experienceAdded,
    body: await createEntry(services, experiences, viewerId, body),
  }));

  bind(contract.updateExperience, async ({ viewerId, body }) => ({
    message: profileMessages.experienceUpdated,
    body: await updateEntry(services, experiences, { id: body._id, userId: viewerId }, body),
  }));

  bind(contract.deleteExperience, async ({ viewerId, params }) => {
    await deleteEntry(services, experiences, { id: params.id, userId: viewerId });
    return { message: profileMessages.experienceDeleted, body: { _id: params.id } };
  });
}
