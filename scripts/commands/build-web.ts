import { reportFailure } from '../run/report-failure.ts';
import { buildWebIfStale } from '../run/web-build.ts';

/** Builds the web application for a container image. */
await buildWebIfStale((line) => console.log(line)).catch(reportFailure);
