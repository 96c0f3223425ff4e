/** `npm run reindex`: rebuilds all search rows and prints the progress. If stopped, the next call resumes. */

import { openShop } from '../../src/app/main.ts'
import { messageOf } from '../../src/platform/http/error-message.ts'
import { invalidateIndex, isIndexed, reindex } from '../../src/search/reindex.server.ts'
import { checkEnvironment } from './preflight.ts'

const env = process.env
env['NODE_ENV'] ??= 'production'

try {
  await checkEnvironment(env)
  const { deps, close } = await openShop(env)
  try {
    if (await isIndexed(deps.db)) await invalidateIndex(deps.db)
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
