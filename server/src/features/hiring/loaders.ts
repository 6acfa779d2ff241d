/** The terms of jobs, for the features that publish and show posts. */
export { saveJobs, selectJob as loadJob } from './queries.ts';
export { describePay, type JobRow, postJob, toJobView } from './views.ts';
