/** One migrated image of the embedded database for all tests: each loads it in memory, in a second instead of four. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { TestProject } from 'vitest/node'

import { openEmbedded } from '../src/platform/database.server.ts'
import { migrate, schemaFingerprint } from '../src/platform/migrate.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    snapshot: string
  }
}

export default async function setup(project: TestProject) {
  const file = path.resolve('node_modules/.cache', `database-${schemaFingerprint()}.tar`)
  if (!existsSync(file)) {
    const database = await openEmbedded(undefined)
    await migrate(database)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, Buffer.from(await (await database.dump()).arrayBuffer()))
    await database.close()
  }
  project.provide('snapshot', file)
}
