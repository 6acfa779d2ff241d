import { reportFailure } from './report-failure.ts';
import { buildWebIfStale } from './web-build.ts';

/** Builds the pages, for an image that is to serve them. */
await buildWebIfStale((line) => console.log(line)).catch(reportFailure);
