/** A process that has a picture opened, sends the id of the process that opens it, and waits to be killed. */
import { createPictures } from '#platform/pictures/pictures.ts';

process.on('disconnect', () => process.exit(1));
const pictures = createPictures();
await pictures.process(process.argv[2] ?? '', 'post', { owner: 'ana', maxPixels: 1_000_000 });
process.send?.(pictures.pid);
