/** Templates of jobs and webinars; slots: helper, thing, client, work, topic, tip, days. */
export const jobTemplates: readonly string[] = [
  'I am looking for {helper}. [Two or three evenings a week|About five hours a week|A single long weekend], [remote|here or remote|in person, travel paid].\n\nWhat you would do: {work}, and keeping me honest about dates. What I offer: clear briefs, pay within seven days, and good coffee when you are near.',
  'We are {days} weeks away from {thing} for {client} and need help: {helper}.\n\n• You like {work}\n• You answer messages within a day\n• You can say "I do not know"\n\nSend two examples of your work. A long CV is not needed.',
  'My evenings are full, so this is the moment to share them: {helper} wanted. It begins small and may grow. [Beginners welcome, I will show you everything.|Some experience with {work} helps.]',
  'Paid, not "for exposure": {helper}, for a project with {client}. [Start as soon as you like.|Start next month.] Please tell me your rate, when you work, and what you would rather not do.',
  'Last season I did it all alone and swore never again. So: {helper}. You need patience and a calendar. You get fair pay, your name on it, and a reference.',
];

export const jobTitles: readonly string[] = ['Wanted: {helper}', '{helper}', 'Looking for {helper}', 'Paid: {helper}'];
export const openings = ['1', '1', '1', '2', '2', '3', '4'];
export const salaries = [
  '€22 an hour',
  '€28–35 an hour',
  '$400 per project',
  '£18 an hour',
  '$45 an hour',
  '€900 a month, part-time',
  '€150 a day',
  'From $30 an hour, by experience',
  'CHF 40 an hour',
];

export const webinarTemplates: readonly string[] = [
  'One hour, live, with time for questions. I show how I do it, step by step, mistakes included. [Bring a project of your own.|Recording for all who join.]\n\nA taste: {tip}',
  'I have been asked this {days} times since spring, so let us do it once and properly. What we look at: {work}, money, and what to leave out. [Small group, at most thirty.|Cameras may stay off.]',
  'For everyone who does {work} after hours and wants to waste less of them. Forty minutes of talk, twenty of questions, a one-page summary afterwards.',
  'We take {thing} apart, from first message to paid invoice: what I charged, what went wrong, what I would do today. Numbers included.',
  'Part talk, part workshop. You leave with a plan for the next four weeks. Paper and pencil are enough.',
];
export const webinarTitles: readonly string[] = [
  '{topic}',
  '{topic}',
  'Live: {topic}',
  '{topic} (evening session)',
  '{topic}, with questions',
  'Workshop: {topic}',
  'Open hour: {topic}',
  '{topic}, step by step',
];
