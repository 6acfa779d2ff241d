import { reportFailure } from '../run/report-failure.ts';
import { buildWebIfStale } from '../run/web-build.ts';

/** Builds the pages for an image. */
await buildWebIfStale((line) => console.log(line)).catch(reportFailure);
