import texts from '../../texts/offers.json' with { type: 'json' };

/** Templates of jobs and webinars. Slots: helper, thing, client, work, topic, tip, days. */
export const jobTemplates: readonly string[] = texts.jobTemplates;

export const jobTitles: readonly string[] = texts.jobTitles;
export const openings = texts.openings;
export const salaries = texts.salaries;

export const webinarTemplates: readonly string[] = texts.webinarTemplates;
export const webinarTitles: readonly string[] = texts.webinarTitles;
export const cancelWords: string = texts.cancelWords;
