/** `npm run reindex`: makes every search row again and says how far it is. Stopped, it goes on from there at the next call. */
import { forgetIndex, isIndexed, reindex } from '../../src/catalog/reindex.server.ts'
import { openShop } from '../../src/main.ts'
import { messageOf } from '../../src/platform/message.ts'
import { freePlace } from './place.ts'

const env = process.env
env['NODE_ENV'] ??= 'production'

try {
  await freePlace(env)
  const { deps, close } = await openShop(env)
  try {
    if (await isIndexed(deps.db)) await forgetIndex(deps.db)
    await reindex(deps.db, ({ through, last }) => {
      const line = `through clip ${through} of ${last}`
      process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`)
    })
    if (process.stdout.isTTY) process.stdout.write('\n')
  } finally {
    await close()
  }
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
