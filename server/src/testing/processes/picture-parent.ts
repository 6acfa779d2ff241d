/** A process that has a picture opened, tells the id of the process that does it, and waits to be killed. */
import { createPictures } from '#platform/pictures/pictures.ts';

process.on('disconnect', () => process.exit(1));
const pictures = createPictures();
await pictures.process(process.argv[2] ?? '', 'post', 1_000_000);
process.send?.(pictures.pid);
