import { openServer } from '../../src/store/engine/server.ts';
import { meta } from '../../src/store/schema.ts';

/** Writes two rows again and again, each pair in one transaction, and tells of each pair that was acknowledged. */

const [, , address, round] = process.argv;
const store = await openServer(address!);
for (let n = 0; ; n++) {
  await store.write('meta', async (db) => {
    await db
      .insert(meta)
      .values({ key: `${round} ${n} a`, value: '' })
      .run();
    await db
      .insert(meta)
      .values({ key: `${round} ${n} b`, value: '' })
      .run();
  });
  process.send!(n);
}
